/// What the agent remembers next to bundles and metadata: choices, trials, and which keys vouched
/// for what.
package struct Memory: Equatable, Sendable {
    package var choices = Choices()
    package var trials = Trials()
    package var vouched = VouchedContents()

    /// Makes an empty memory.
    package init() {}
}
