/// What the agent keeps beside bundles and metadata: people's choices, what was tried, who vouched for what.
package struct Memory: Equatable, Sendable {
    package var choices = Choices()
    package var trials = Trials()
    package var vouched = VouchedContents()

    /// Nothing chosen, nothing tried, nothing heard.
    package init() {}
}
