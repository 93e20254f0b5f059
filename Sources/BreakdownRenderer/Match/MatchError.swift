import JSON

/// Why a JSON value is not a match, or not an event's insights.
public struct MatchError: Error, Equatable, CustomStringConvertible {
    /// What was being read: `match` or `insights`.
    public let subject: String
    /// The path to the wrong value.
    public let path: JSONPath
    /// What was expected and what was found.
    public let problem: String

    init(subject: String = "match", path: JSONPath, problem: String) {
        self.subject = subject
        self.path = path
        self.problem = problem
    }

    /// `match.alliances.red.score: expected an integer, found "12"`.
    public var description: String {
        path.steps.isEmpty ? "\(subject): \(problem)" : "\(subject).\(path): \(problem)"
    }
}
