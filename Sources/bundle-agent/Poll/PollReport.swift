import BundleFormat

/// What one poll did, when and why; `last-poll.json` keeps it until the next.
struct PollReport: Equatable, Sendable {
    /// How the poll ended as a whole.
    enum Outcome: String, CaseIterable, Sendable {
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
    struct Mirror: Equatable, Sendable {
        let address: String
        /// What was had from it: the metadata as one, and each bundle.
        let files: Int
        /// The last trouble with it, in a sentence; nil where there was none.
        let problem: String?
    }

    /// One year, as it is served after the poll.
    struct Year: Equatable, Sendable {
        /// What happened to it.
        enum Action: String, Sendable {
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

        let year: BundleYear
        /// Nil where nothing is served.
        var entry: SetIndex.Entry?
        /// What was served before; nil where nothing was, or where it is the same.
        var previous: ContentVersion?
        var action: Action
        /// Why, in a sentence.
        var reason: String
        /// The mirror it was fetched from in this poll; nil where it was not.
        var source: String?
        /// What kind of trouble held the year back.
        var family: AgentError.Family?
        /// When that may end, in seconds since 1970; nil where nobody knows.
        var againUnixSeconds: Int64?
        /// The decision: every version that was thought of, and what each rule says of it.
        var candidates: [Candidate] = []
    }

    var startedUnixSeconds: Int64
    var finishedUnixSeconds: Int64
    /// The repository's address; nil where none is configured.
    var repository: String?
    /// The copy that this poll took from; nil where it asked the repository.
    var source: String?
    /// The last copy that was taken from.
    var lastCopy: Copy?
    var outcome: Outcome
    /// The trouble, in a sentence; nil where there was none.
    var problem: String?
    /// How long the server asked to stay away.
    var retryAfterSeconds: Int?
    /// Bytes that were fetched, of metadata and bundles.
    var downloadedBytes: Int64 = 0
    /// Polls in a row that ended in trouble that may pass, this one among them.
    var failuresInARow: Int
    /// When the repository's word was last had in full.
    var lastSuccessUnixSeconds: Int64?
    /// When that word runs out: from then on what is served may be outdated.
    var expiresUnixSeconds: Int64?
    /// What was found spoilt in the state folder and mended, a sentence each.
    var repairs: [String] = []
    /// How each mirror did, in the order of preference; none where no repository was asked.
    var mirrors: [Mirror] = []
    var years: [Year]
    /// How many years there are beside ``years``: a report has a limit.
    var yearsLeftOut = 0

    /// When to poll at the latest, in seconds since 1970: a download that waits for its moment has it.
    ///
    /// Waves are no such moment: all the machines of one would come at once.
    var dueUnixSeconds: Int64? {
        years.filter { year in
            year.action == .waiting
                && year.candidates.contains { $0.failed.first?.rule == .holdOff }
        }.compactMap(\.againUnixSeconds).min()
    }

    /// Whether the repository's word was had.
    var hasNews: Bool {
        switch outcome {
        case .updated, .upToDate, .incomplete: true
        case .embeddedOnly, .unreachable, .older, .refused, .state, .cancelled, .brokenOff: false
        }
    }
}
