import CEL

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

extension FunctionError {
    /// Why this implementation does not accept a text as a regular expression.
    init(pattern message: String) {
        self.init(.badArgument, "matches: \(message)")
    }
}
