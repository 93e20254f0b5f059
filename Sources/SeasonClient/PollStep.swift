import TUF

/// What a poll needs next, or what has come of it.
public enum PollStep {
    /// Fetch these files, side by side, and call ``SeasonPoll/answer(_:)`` with one answer for each.
    case fetch([FetchRequest])
    /// Keep the changes, then show what is served.
    case done(PollResult)
}
