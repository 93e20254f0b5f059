/// The kinds of trouble, by what the agent does about it.
package enum Trouble: String, Sendable {
    /// Serves what it has, tries again soon: the network, or a server half way through publishing.
    case unreachable
    /// Serves what it has, tells somebody: what came is not what a trusted repository says.
    case refused
    /// Serves what it has and thinks nothing of it: a cache on the way is behind another one.
    case older
    /// Serves what it has, tells somebody: the disk, or another agent.
    case state
    /// Ends: it was asked to.
    case cancelled
}
