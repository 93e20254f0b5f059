import JSON

/// Why a JSON value is not a match, or not an event's insights.
public struct MatchError: Error, Equatable, CustomStringConvertible {
    /// What was being read: `match` or `insights`.
    public var subject: String {
        switch storage {
        case .storage(let subject, _, _): subject
        }
    }

    /// The path to the wrong value.
    public var path: JSONPath {
        switch storage {
        case .storage(_, let path, _): path
        }
    }

    /// What was expected and what was found.
    public var problem: String {
        switch storage {
        case .storage(_, _, let problem): problem
        }
    }

    // One word: each `try` that an error passes contains code that copies it.
    private indirect enum Storage: Equatable {
        case storage(subject: String, JSONPath, problem: String)
    }

    private let storage: Storage

    init(subject: String = "match", path: JSONPath, problem: String) {
        storage = .storage(subject: subject, path, problem: problem)
    }

    /// `match.alliances.red.score: expected an integer, found "12"`.
    public var description: String {
        path.steps.isEmpty ? "\(subject): \(problem)" : "\(subject).\(path): \(problem)"
    }
}
