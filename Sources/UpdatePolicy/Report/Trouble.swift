/// The kinds of trouble, by what the agent does about it.
package enum Trouble: String, Sendable {
    /// Serve what is there and try again soon: the network, or a server in the middle of a publish.
    case unreachable
    /// Serve what is there and raise an alarm: the answer is not what a trusted repository says.
    case refused
    /// Serve what is there and raise no alarm: a cache is behind another one.
    case older
    /// Serve what is there and raise an alarm: the disk failed, or another agent is at work.
    case state
    /// End: the agent was asked to.
    case cancelled
}
