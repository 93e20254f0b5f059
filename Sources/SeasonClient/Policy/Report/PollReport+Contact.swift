extension PollReport {
    /// How the polls of one repository went.
    package struct Contact: Equatable, Sendable {
        /// The repository's address; nil if none was configured.
        package var repository: String?
        /// How its last poll ended; nil if it was never polled.
        package var outcome: Outcome?
        /// Whether it was ever read completely.
        package var wasReached = false
        /// When it was last read completely; nil if it never was, or if that is not known.
        package var lastSuccessUnixSeconds: Int64?
        package var failuresInARow = 0
    }

    /// The most other repositories that a report remembers: a user may poll any number by hand.
    static let othersMax = 8

    /// What is known of a repository, whichever one was polled last.
    package func contact(with repository: String?) -> Contact {
        guard repository != self.repository else { return own }
        return others.first { $0.repository == repository } ?? Contact(repository: repository)
    }

    /// What is known of the other repositories after a poll of one, the newest first; at most ``othersMax``.
    func contacts(except repository: String?) -> [Contact] {
        let all = ([own] + others).filter { $0.repository != nil && $0.repository != repository }
        return Array(all.prefix(Self.othersMax))
    }

    /// Continues what the report before says of this repository and of the others.
    mutating func continueContact(after previous: PollReport?) {
        let contact = previous?.contact(with: repository) ?? Contact(repository: repository)
        lastSuccessUnixSeconds = hasNews ? finishedUnixSeconds : contact.lastSuccessUnixSeconds
        wasReached = contact.wasReached || hasNews
        others = previous?.contacts(except: repository) ?? []
        failuresInARow = failuresInARow(after: contact.failuresInARow)
    }

    private func failuresInARow(after earlier: Int) -> Int {
        let areRefused = years.allSatisfy { $0.family == nil || $0.family == .refused }
        return switch outcome.meaning.failures {
        case .zero: 0
        case .oneMore: earlier &+ 1
        case .unchanged: earlier
        case .oneMoreUnlessRefused: areRefused ? 0 : earlier &+ 1
        }
    }

    private var own: Contact {
        Contact(
            repository: repository, outcome: outcome, wasReached: wasReached,
            lastSuccessUnixSeconds: lastSuccessUnixSeconds, failuresInARow: failuresInARow)
    }

    /// The times when a repository and a copy were last read, as far as they are known.
    package func heard(of repository: String?) -> [Int64] {
        [contact(with: repository).lastSuccessUnixSeconds, lastCopy?.atUnixSeconds]
            .compactMap { $0 }
    }
}
