import TUF

/// Keeps the answers of a poll, so that the same poll with another fact asks no server again.
final class RepeatedAnswers {
    private let transfers: RepositoryTransfers
    private var log: [(requests: [FetchRequest], answers: [HostAnswer])] = []
    private var at = 0

    init(_ transfers: RepositoryTransfers) { self.transfers = transfers }

    /// Begins again with the first answer.
    func rewind() { at = 0 }

    /// The answers to requests; fetched, unless the poll before asked the same at this place.
    func answers(_ requests: [FetchRequest]) async -> [HostAnswer] {
        if at < log.count, log[at].requests == requests {
            at += 1
            return log[at - 1].answers
        }
        log.removeSubrange(at...)
        let answers = await transfers.answers(requests)
        log.append((requests, answers))
        at += 1
        return answers
    }
}
