/// What an expression may be and do at most; each bound stops one way of wearing a reader down.
public struct CELLimits: Sendable {
    /// Code points of an expression's text: bounds the time and memory of compiling it.
    public var sourceCodePointsMax = 2_000
    /// Brackets inside each other: stops overflowing the stack while reading.
    public var nestingMax = 64
    /// Levels of the tree, also those of a chain such as `a + b + c`: stops overflowing the stack
    /// while evaluating.
    public var depthMax = 250
    /// Comprehensions inside each other: each level multiplies the work.
    public var comprehensionNestingMax = 3
    /// Steps of one evaluation; an operation is one, a long text or list costs more.
    public var fuelStepsMax = 20_000
    /// Bytes of text, lists and maps that one evaluation makes: stops filling the memory.
    public var producedBytesMax = 64 << 10

    /// The bounds used everywhere unless somebody knows better.
    public static let standard = CELLimits()

    /// Makes the standard bounds, to be changed.
    public init() {}
}

// MARK: - The same for everybody

extension CELLimits {
    /// Steps that beginning an evaluation costs where several share their fuel: also an expression of
    /// one constant takes time.
    static let evaluationSteps = 4
    /// Bytes of a regular expression: bounds the time of reading it.
    static let patternBytesMax = 1_000
    /// Groups inside each other in a regular expression: stops overflowing the stack.
    static let patternNestingMax = 50
    /// Times that `{n,m}` in a regular expression may repeat something.
    static let patternRepetitionMax = 1_000
    /// Instructions of a compiled regular expression: bounds the time for each code point of a
    /// text.
    static let patternInstructionsMax = 2_500
    /// Instructions of all regular expressions of one expression: bounds its memory.
    static let expressionInstructionsMax = 10_000
    /// Digits that `%.nf` may ask for: stops a short text from making a long one.
    static let formatDigitsMax = 1_000
    /// Bytes of a number, time or span as text: more has no use and takes long to convert.
    static let numberBytesMax = 1_000

    /// Operations that the static check of one expression follows; a loop over fixed elements is
    /// followed for each of them.
    static let checkedStepsMax = 5_000
    /// Elements of a fixed list that a loop is followed for one by one.
    static let checkedElementsMax = 50
    /// Levels of lists and maps that the static check looks into.
    static let checkedLevelsMax = 12
    /// Examples of operands that the static check tries an operation on.
    static let triedOperandsMax = 150
}
