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
