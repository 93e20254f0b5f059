/// The limits of a regular expression.
enum PatternLimits {
    /// Bytes of its text: bounds the time of reading it.
    static let bytesMax = 1_000
    /// Groups inside each other: stops overflowing the stack.
    static let nestingMax = 50
    /// Times that `{n,m}` may repeat something.
    static let repetitionMax = 1_000
    /// Instructions of a compiled expression: limits the time for each code point of a text.
    static let instructionsMax = 2_500
}
