/// What a regular expression says, as a tree; groups only group, because nobody asks what they
/// held.
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

/// Why a text is no regular expression that this implementation accepts.
struct PatternError: Error {
    /// What was expected and what came.
    let message: String
}
