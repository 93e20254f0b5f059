/// A regular expression as a tree; groups only group, because no caller asks for their text.
indirect enum PatternNode {
    case empty
    /// One code point of a set.
    case one(ScalarSet)
    case sequence([PatternNode])
    case alternatives([PatternNode])
    /// A repetition; without a maximum any number of times.
    case repetition(PatternNode, minimum: Int, maximum: Int?)
    case assertion(Assertion)

    /// A condition on the place, not on a code point.
    enum Assertion {
        case textStart, textEnd, lineStart, lineEnd, wordBoundary, noWordBoundary
    }
}

/// Why this implementation does not accept a text as a regular expression.
struct PatternError: Error {
    /// What was expected and what was found.
    var message: String {
        switch storage {
        case .storage(let message): message
        }
    }

    // One word: each `try` that an error passes contains code that copies it.
    private indirect enum Storage {
        case storage(message: String)
    }

    private let storage: Storage

    init(message: String) {
        storage = .storage(message: message)
    }
}
