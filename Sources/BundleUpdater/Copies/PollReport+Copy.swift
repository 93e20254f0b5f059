import BundleFormat
import SeasonClient
import TUF

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

/// What the errors of a poll from a copy mean to the person with the stick; `last-poll.json` keeps these sentences.
extension AgentError {
    var sentenceOfCopy: String {
        switch self {
        case .update(.transfer(.absent(let file))):
            "\(file) is missing: the copy is not complete; copy it again"
        case .update(.transfer(.unreachable(let problem, _))):
            "\(problem); was the stick pulled out? plug it in and poll again"
        case .update(.transfer(.tooLong)), .content:
            "\(self); the copy is damaged; copy it again"
        case .update(.repository(let problem)) where !problem.isOfPackagedRoot:
            problem.sentenceOfCopy
        default: description
        }
    }
}

extension RepositoryError {
    fileprivate var sentenceOfCopy: String {
        switch self {
        case .signatures:
            "\(self); a superseded key has signed it, or it is of another repository: make a new copy on a"
                + " machine that is up to date"
        case .rollback(let role, let trusted, let found):
            "it is older than what this machine has (\(role) \(found), here \(trusted)); nothing"
                + " was taken: make a new copy on a machine that is up to date"
        case .expired(let role, let at, let now):
            "its \(role) expired at \(at), and the clock says \(now); make a new copy on a machine"
                + " that is up to date, or set the clock"
        default: "\(self); the copy is damaged or incomplete; copy it again"
        }
    }
}
