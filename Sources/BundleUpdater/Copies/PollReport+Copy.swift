import BundleFormat
import SeasonClient

extension PollReport {
    /// Makes this the report of a poll from a copy; the facts about the repository itself stay.
    mutating func isOfCopy(
        _ path: String, trouble: AgentError?, failed: [BundleYear: AgentError],
        after previous: PollReport?
    ) {
        // A stick is no cache, so the person who brought an old one is told.
        if outcome == .older, Trouble.older.ofCopy(true) == .refused {
            outcome = .refused
        }
        source = path
        repository = previous?.repository
        lastSuccessUnixSeconds = previous?.lastSuccessUnixSeconds
        wasReached = previous?.wasReached ?? false
        others = previous?.others ?? []
        failuresInARow = previous?.failuresInARow ?? 0
        retryAfterSeconds = previous?.retryAfterSeconds
        problem = trouble?.sentenceOfCopy
        // These sentences have their remedies.
        remedy = nil
        for at in years.indices {
            guard let error = failed[years[at].year] else { continue }
            years[at].reason = error.sentenceOfCopy
        }
        if hasNews { lastCopy = Copy(path: path, atUnixSeconds: finishedUnixSeconds) }
    }
}
