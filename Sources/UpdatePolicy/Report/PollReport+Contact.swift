extension PollReport {
    /// How the polls of one repository went.
    package struct Contact: Equatable, Sendable {
        /// The repository's address; nil if none was configured.
        package var repository: String?
        /// How its last poll ended; nil if it was never polled.
        package var outcome: Outcome?
        /// Whether it was ever read completely.
        package var wasReached: Bool
        /// When it was last read completely; nil if it never was, or if that is not known.
        package var lastSuccessUnixSeconds: Int64?
        /// Its failed polls in a row.
        package var failuresInARow: Int

        /// Makes the contact with a repository; without more, it was never polled.
        package init(
            repository: String?, outcome: Outcome? = nil, wasReached: Bool = false,
            lastSuccessUnixSeconds: Int64? = nil, failuresInARow: Int = 0
        ) {
            self.repository = repository
            self.outcome = outcome
            self.wasReached = wasReached
            self.lastSuccessUnixSeconds = lastSuccessUnixSeconds
            self.failuresInARow = failuresInARow
        }
    }

    /// The most other repositories that a report remembers: somebody may poll any number by hand.
    package static let othersMax = 8

    /// What is known of a repository, whichever one was polled last.
    ///
    /// - Parameter repository: its address; nil for the polls without a repository.
    /// - Returns: the contact; that of a repository that was never polled if nothing is known.
    package func contact(with repository: String?) -> Contact {
        guard repository != self.repository else { return own }
        return others.first { $0.repository == repository } ?? Contact(repository: repository)
    }

    /// What is known of the other repositories after a poll of one, the newest first.
    ///
    /// - Parameter repository: the repository that was polled; nil for none.
    /// - Returns: at most ``othersMax``.
    package func contacts(except repository: String?) -> [Contact] {
        let all = ([own] + others).filter { $0.repository != nil && $0.repository != repository }
        return Array(all.prefix(Self.othersMax))
    }

    private var own: Contact {
        Contact(
            repository: repository, outcome: outcome, wasReached: wasReached,
            lastSuccessUnixSeconds: lastSuccessUnixSeconds, failuresInARow: failuresInARow)
    }

    /// The times when a repository and a copy were last read, as far as they are known.
    ///
    /// - Parameter repository: the repository's address.
    /// - Returns: no time, one, or two.
    package func heard(of repository: String?) -> [Int64] {
        [contact(with: repository).lastSuccessUnixSeconds, lastCopy?.atUnixSeconds]
            .compactMap { $0 }
    }
}
