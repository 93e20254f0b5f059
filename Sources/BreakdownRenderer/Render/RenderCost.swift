/// The cost of drawing one match, or one event's insights; it is the same on every machine.
public struct RenderCost: Equatable, Sendable {
    /// Steps of all expressions together, with the work around them.
    public let steps: Int
    /// Bytes of text in all tables and notes.
    public let textBytes: Int

    /// The cost of drawing without a description.
    static let none = RenderCost(steps: 0, textBytes: 0)

    /// The cost as a part of the limit, from 0 to 100 per cent; the greater of steps and text.
    public var percent: Int {
        max(100 * steps / RenderLimits.fuelStepsMax, 100 * textBytes / RenderLimits.textBytesMax)
    }
}
