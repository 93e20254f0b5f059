/// When an agent polls unless its configuration says otherwise, so that a publisher can say how long a publish takes to spread.
package enum PollPeriod {
    /// The time between two polls.
    package static let seconds = 15 * 60
    /// How many percent of it a pause may be longer or shorter, so that machines drift apart.
    package static let jitterPercent = 10
}
