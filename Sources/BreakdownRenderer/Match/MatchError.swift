import JSON

/// Why a JSON value is not a match.
public struct MatchError: Error, Equatable, CustomStringConvertible {
    /// The way to the wrong value.
    public let path: JSONPath
    /// What was expected and what came.
    public let problem: String

    /// `match.alliances.red.score: expected an integer, found "12"`.
    public var description: String {
        path.steps.isEmpty ? "match: \(problem)" : "match.\(path): \(problem)"
    }
}
