/// The limits of an expression; each limit prevents one way to exhaust the reader's time or memory.
public struct CELLimits: Sendable {
    /// Code points of an expression's text: limits the time and memory of compiling.
    public var sourceCodePointsMax = 2_000
    /// Brackets inside each other: prevents a stack overflow while reading.
    public var nestingMax = 64
    /// Levels of the tree, also those of a chain such as `a + b + c`: prevents a stack overflow in an evaluation.
    public var depthMax = 250
    /// Comprehensions inside each other: each level multiplies the work.
    public var comprehensionNestingMax = 3
    /// Steps of one evaluation: one for an operation, and more for a long text or list.
    public var fuelStepsMax = 20_000
    /// Bytes of text, lists and maps that one evaluation makes: prevents a full memory.
    public var producedBytesMax = 64 << 10

    /// The standard limits.
    public static let standard = CELLimits()

    /// Makes the standard limits; a caller may change them.
    public init() {}

    /// Steps for beginning an evaluation with shared fuel: even an expression of one constant takes time.
    static let evaluationSteps = 4
    /// Bytes of a number as text: a longer one has no use and takes long to convert.
    static let numberBytesMax = 1_000

    /// Operations in the static check of one expression; in a loop over fixed elements each counts.
    static let checkedStepsMax = 5_000
    /// Elements of a fixed list that the static check follows one by one.
    static let checkedElementsMax = 50
    /// Levels of lists and maps that the static check reads.
    static let checkedLevelsMax = 12
    /// Examples of operands on which the static check tries an operation.
    static let triedOperandsMax = 150
}
