/// What rendering one match, or one event's insights, cost; the same on every machine.
public struct RenderCost: Equatable, Sendable {
    /// Steps that all expressions took together, with the work around them.
    public let steps: Int
    /// Bytes of text in all tables and notes.
    public let textBytes: Int

    /// What a rendering without a description costs.
    static let none = RenderCost(steps: 0, textBytes: 0)

    /// The greater share of what one rendering may cost, from 0 to 100 per cent.
    public var percent: Int {
        max(
            100 * steps / RenderLimits.fuelStepsMax, 100 * textBytes / RenderLimits.textBytesMax)
    }
}
