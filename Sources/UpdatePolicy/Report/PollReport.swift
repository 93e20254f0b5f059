import BundleFormat

/// What one poll did, when and why; `last-poll.json` keeps it until the next.
package struct PollReport: Equatable, Sendable {
    /// How the poll ended as a whole.
    package enum Outcome: String, CaseIterable, Sendable {
        /// At least one year was switched to what is published.
        case updated
        /// What is published is what is served.
        case upToDate = "up-to-date"
        /// No repository is configured: the bundles inside the program are served.
        case embeddedOnly = "embedded-only"
        /// The repository's word was had, but at least one year could not follow it.
        case incomplete
        /// No answer that counts.
        case unreachable
        /// The answer is signed as it must be and older than what is known: a cache that is behind.
        ///
        /// Nothing older is taken. Whoever plays old answers back on purpose is found out by the
        /// expiry of what is known, as one who stands still is.
        case older = "older-copy"
        /// The answer is not what a trusted repository says.
        case refused
        /// The state folder does not let the agent work.
        case state = "state-failed"
        /// The agent was asked to end.
        case cancelled
        /// The poll itself ended before its time: it crashed, or took too long.
        case brokenOff = "broken-off"
    }

    /// How one mirror did.
    package struct Mirror: Equatable, Sendable {
        package let address: String
        /// What was had from it: the metadata as one, and each bundle.
        package let files: Int
        /// The last trouble with it, in a sentence; nil where there was none.
        package let problem: String?

        /// A mirror's part of a report.
        package init(
            address: String, files: Int, problem: String?
        ) {
            self.address = address
            self.files = files
            self.problem = problem
        }
    }

    /// One year, as it is served after the poll.
    package struct Year: Equatable, Sendable {
        /// What happened to it.
        package enum Action: String, Sendable {
            /// Nothing.
            case kept
            /// Switched to what was fetched, or was there already.
            case installed
            /// Switched to the bundle inside the program.
            case embedded
            /// Wanted, but not possible.
            case heldBack = "held-back"
            /// Published, but not for this machine yet: its wave or its random wait is to come.
            case waiting
        }

        package let year: BundleYear
        /// Nil where nothing is served.
        package var entry: SetIndex.Entry?
        /// What was served before; nil where nothing was, or where it is the same.
        package var previous: ContentVersion?
        package var action: Action
        /// Why, in a sentence.
        package var reason: String
        /// The mirror it was fetched from in this poll; nil where it was not.
        package var source: String?
        /// What kind of trouble held the year back.
        package var family: Trouble?
        /// When that may end, in seconds since 1970; nil where nobody knows.
        package var againUnixSeconds: Int64?
        /// The decision: every version that was thought of, and what each rule says of it.
        package var candidates: [Candidate] = []

        /// A year's part of a report.
        package init(
            year: BundleYear, entry: SetIndex.Entry? = nil, previous: ContentVersion? = nil,
            action: Action, reason: String, source: String? = nil, family: Trouble? = nil,
            againUnixSeconds: Int64? = nil, candidates: [Candidate] = []
        ) {
            self.year = year
            self.entry = entry
            self.previous = previous
            self.action = action
            self.reason = reason
            self.source = source
            self.family = family
            self.againUnixSeconds = againUnixSeconds
            self.candidates = candidates
        }
    }

    /// A copy that was taken from.
    package struct Copy: Equatable, Sendable {
        package let path: String
        package let atUnixSeconds: Int64

        /// A copy, and when it was taken from.
        package init(
            path: String, atUnixSeconds: Int64
        ) {
            self.path = path
            self.atUnixSeconds = atUnixSeconds
        }
    }

    package var startedUnixSeconds: Int64
    package var finishedUnixSeconds: Int64
    /// The repository's address; nil where none is configured.
    package var repository: String?
    /// The copy that this poll took from; nil where it asked the repository.
    package var source: String?
    /// The last copy that was taken from.
    package var lastCopy: Copy?
    package var outcome: Outcome
    /// The trouble, in a sentence; nil where there was none.
    package var problem: String?
    /// How long the server asked to stay away.
    package var retryAfterSeconds: Int?
    /// Bytes that were fetched, of metadata and bundles.
    package var downloadedBytes: Int64 = 0
    /// Polls in a row that ended in trouble that may pass, this one among them.
    package var failuresInARow: Int
    /// When the repository's word was last had in full.
    package var lastSuccessUnixSeconds: Int64?
    /// When that word runs out: from then on what is served may be outdated.
    package var expiresUnixSeconds: Int64?
    /// What was found spoilt in the state folder and mended, a sentence each.
    package var repairs: [String] = []
    /// How each mirror did, in the order of preference; none where no repository was asked.
    package var mirrors: [Mirror] = []
    package var years: [Year]
    /// How many years there are beside ``years``: a report has a limit.
    package var yearsLeftOut = 0

    /// A report.
    package init(
        startedUnixSeconds: Int64, finishedUnixSeconds: Int64, repository: String? = nil,
        source: String? = nil, lastCopy: Copy? = nil, outcome: Outcome, problem: String? = nil,
        retryAfterSeconds: Int? = nil, downloadedBytes: Int64 = 0, failuresInARow: Int,
        lastSuccessUnixSeconds: Int64? = nil, expiresUnixSeconds: Int64? = nil,
        repairs: [String] = [], mirrors: [Mirror] = [], years: [Year], yearsLeftOut: Int = 0
    ) {
        self.startedUnixSeconds = startedUnixSeconds
        self.finishedUnixSeconds = finishedUnixSeconds
        self.repository = repository
        self.source = source
        self.lastCopy = lastCopy
        self.outcome = outcome
        self.problem = problem
        self.retryAfterSeconds = retryAfterSeconds
        self.downloadedBytes = downloadedBytes
        self.failuresInARow = failuresInARow
        self.lastSuccessUnixSeconds = lastSuccessUnixSeconds
        self.expiresUnixSeconds = expiresUnixSeconds
        self.repairs = repairs
        self.mirrors = mirrors
        self.years = years
        self.yearsLeftOut = yearsLeftOut
    }

    /// When to poll at the latest, in seconds since 1970: a download that waits for its moment has it.
    ///
    /// Waves are no such moment: all the machines of one would come at once.
    package var dueUnixSeconds: Int64? {
        years.filter { year in
            year.action == .waiting
                && year.candidates.contains { $0.failed.first?.rule == .holdOff }
        }.compactMap(\.againUnixSeconds).min()
    }

    /// Whether the repository's word was had.
    package var hasNews: Bool {
        switch outcome {
        case .updated, .upToDate, .incomplete: true
        case .embeddedOnly, .unreachable, .older, .refused, .state, .cancelled, .brokenOff: false
        }
    }
}
