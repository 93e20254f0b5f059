import JSON

/// Why a JSON value is not a match, or not an event's insights.
public indirect enum MatchError: Error, Equatable, CustomStringConvertible {
    // Indirect, because each `try` that an error passes contains code that copies it.
    /// What was expected and found at a path of the subject.
    case refused(subject: String, JSONPath, problem: String)

    /// What was being read: `match` or `insights`.
    public var subject: String {
        switch self {
        case .refused(let subject, _, _): subject
        }
    }

    /// The path to the wrong value.
    public var path: JSONPath {
        switch self {
        case .refused(_, let path, _): path
        }
    }

    /// What was expected and what was found.
    public var problem: String {
        switch self {
        case .refused(_, _, let problem): problem
        }
    }

    init(subject: String = "match", path: JSONPath, problem: String) {
        self = .refused(subject: subject, path, problem: problem)
    }

    /// `match.alliances.red.score: expected an integer, found "12"`.
    public var description: String {
        path.steps.isEmpty ? "\(subject): \(problem)" : "\(subject).\(path): \(problem)"
    }
}
