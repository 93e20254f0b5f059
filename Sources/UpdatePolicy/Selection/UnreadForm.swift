import BundleFormat

/// The level of a published bundle that this machine's programs cannot read.
package struct UnreadForm: Equatable, Sendable {
    /// The level of the description language that it needs.
    package let level: Int
    /// The highest level that both the agent and the program that shows its bundles read.
    package let readMax: Int

    /// True if the agent itself cannot read it.
    var isBeyondAgent: Bool { level > BundleFormat.newest }
    /// True if the program that shows bundles is known not to read it.
    ///
    /// The agent asks it for no more than it reads itself.
    var isBeyondRenderer: Bool { readMax < BundleFormat.newest }
}
