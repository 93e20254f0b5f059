/// What a regular expression says, as a tree; groups only group, because nobody asks what they held.
indirect enum PatternNode {
    case empty
    /// One code point of a set.
    case one(ScalarSet)
    case sequence([PatternNode])
    case alternatives([PatternNode])
    /// So many times the same; without a maximum any number.
    case repetition(PatternNode, minimum: Int, maximum: Int?)
    case assertion(Assertion)

    /// A condition on the place rather than on a code point.
    enum Assertion {
        case textStart, textEnd, lineStart, lineEnd, wordBoundary, noWordBoundary
    }
}

/// What regular expressions may be at most; each bound stops one way of wearing a reader down.
enum PatternLimits {
    /// Bytes of a pattern: bounds the time of reading it.
    static let lengthBytesMax = 1_000
    /// Groups inside each other: stops overflowing the stack.
    static let nestingMax = 50
    /// Times that `{n,m}` may repeat something.
    static let repetitionMax = 1_000
    /// Instructions of the compiled pattern: bounds the time for each code point of a text.
    static let instructionsMax = 5_000
}

/// Why a text is no regular expression that this implementation accepts.
struct PatternError: Error {
    /// What was expected and what came.
    let message: String
}
