import BundleFormat

/// What one poll did, when and why; `last-poll.json` keeps it until the next poll.
package struct PollReport: Equatable, Sendable {
    package struct Mirror: Equatable, Sendable {
        package let address: String
        /// How many files came from it; all metadata counts as one.
        package let files: Int
        /// The last trouble with it, in a sentence; nil if there was none.
        package let problem: String?
    }

    package struct Year: Equatable, Sendable {
        package enum Action: String, Sendable {
            /// Nothing.
            case kept
            /// Switched to a bundle that was downloaded or was there already.
            case installed
            /// Switched to the bundle inside the program.
            case embedded
            /// Published, but this machine cannot take it.
            case heldBack = "held-back"
            /// Published, but not for this machine yet: its wave or its random wait is not over.
            case waiting
        }

        package let year: BundleYear
        /// Nil if nothing is served.
        package var entry: SetIndex.Entry?
        /// What was served before; nil if nothing was, or if it is the same.
        package var previous: ContentVersion?
        package var action: Action
        package var reason: String
        /// The mirror that the year was downloaded from in this poll; nil if it was not downloaded.
        package var source: String?
        /// The kind of trouble that held the year back.
        package var family: Trouble?
        /// When the trouble may end, in seconds since 1970; nil if that is not known.
        package var againUnixSeconds: Int64?
        /// The decision: every considered version, and what each rule says about it.
        package var candidates: [Candidate] = []
    }

    package struct Copy: Equatable, Sendable {
        package let path: String
        package let atUnixSeconds: Int64

        package init(path: String, atUnixSeconds: Int64) {
            self.path = path
            self.atUnixSeconds = atUnixSeconds
        }
    }

    package var startedUnixSeconds: Int64
    package var finishedUnixSeconds: Int64
    /// The repository's address; nil if none is configured.
    package var repository: String?
    /// The copy that this poll read; nil if it asked the repository.
    package var source: String?
    /// The last copy that a poll read.
    package var lastCopy: Copy?
    package var outcome: Outcome
    /// The trouble, in a sentence; nil if there was none.
    package var problem: String?
    /// What a person can do about it; nil if there is nothing, or if the sentence says it.
    package var remedy: String?
    package var retryAfterSeconds: Int?
    /// Downloaded bytes, metadata and bundles.
    package var downloadedBytes: Int64 = 0
    /// Failed polls of the repository in a row, including this one; only failures that may pass count.
    package var failuresInARow: Int
    /// Whether the repository was ever read completely; a copy is not the repository.
    package var wasReached = false
    package var lastSuccessUnixSeconds: Int64?
    /// When that metadata expires: from then on, what is served may be outdated.
    package var expiresUnixSeconds: Int64?
    /// What is known of other repositories that were polled before, the newest first.
    package var others: [Contact] = []
    /// What was damaged in the state folder and repaired, one sentence each.
    package var repairs: [String] = []
    /// The mirrors, in the order of preference; empty if no repository was asked.
    package var mirrors: [Mirror] = []
    package var years: [Year]
    /// How many more years there are than in ``years``: a report has a limit.
    package var yearsLeftOut = 0
    /// What is said together of those that are held back.
    package var leftOut = LeftOut()

    /// The latest time for the next poll, for a download that waits; not for a wave: all its machines would come at once.
    var dueUnixSeconds: Int64? {
        years.filter { year in
            year.action == .waiting
                && year.candidates.contains { $0.failed.first?.rule == .holdOff }
        }.compactMap { $0.againUnixSeconds }.min()
    }

    package var hasNews: Bool { outcome.meaning.hasNews }
}

extension PollReport {
    /// The report of a poll that could not write its own.
    package init(
        brokenOff problem: String, of repository: String?, after previous: PollReport?,
        served: SetIndex, startedUnixSeconds: Int64, finishedUnixSeconds: Int64
    ) {
        self.init(
            startedUnixSeconds: startedUnixSeconds, finishedUnixSeconds: finishedUnixSeconds,
            repository: repository, lastCopy: previous?.lastCopy, outcome: .brokenOff,
            problem: problem, failuresInARow: 0,
            expiresUnixSeconds: previous?.expiresUnixSeconds,
            years: served.years.map { year in
                Year(
                    year: year, entry: served.entries[year], action: .kept,
                    reason: ReportText.brokenOff)
            })
        continueContact(after: previous)
    }

    /// The held-back years that a report has no room for, counted together: a hundred more lines would help no reader.
    package struct LeftOut: Equatable, Sendable {
        /// How many of them serve nothing.
        package var count = 0
        /// The most serious kind of trouble of them; nil if it is not known.
        package var family: Trouble?

        package mutating func add(_ year: Year) {
            guard year.action == .heldBack else { return }
            if year.entry == nil { count += 1 }
            guard let family = year.family else { return }
            self.family = [self.family, family].compactMap { $0 }
                .max { $0.severity < $1.severity }
        }

        /// How many years are left out, and why; nil if none is.
        package var sentence: String? {
            guard count > 0 else { return nil }
            let years = count == 1 ? "1 published year is" : "\(count) published years are"
            return "\(years) left out: a machine keeps \(DiskBudget.standardYears)"
        }
    }

    /// The report after a `reset`, which forgets what held years back; how the poll ended stays.
    package var afterReset: PollReport {
        var report = self
        for at in years.indices where years[at].isDelayed {
            report.years[at].action = .kept
            report.years[at].reason = ReportText.resetSince
            report.years[at].againUnixSeconds = nil
        }
        return report
    }
}

extension PollReport.Year {
    /// True if something is published that this machine did not take.
    var isDelayed: Bool { action == .heldBack || action == .waiting }

    /// Nothing of a published year is served on purpose: recalled, withdrawn, a later wave, or a person holds the machine.
    var isWithheld: Bool {
        let wanted: Set<Finding.Rule> = [.recall, .hold, .wave, .holdOff]
        return entry == nil && action != .heldBack
            && candidates.contains { candidate in
                candidate.sources.contains(.offered)
                    && candidate.failed.first.map { wanted.contains($0.rule) } == true
            }
    }
}
