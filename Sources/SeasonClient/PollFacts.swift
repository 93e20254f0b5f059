import BundleFormat
import TUF

/// Everything that a poll is decided from, besides the repository's answers.
public struct PollFacts: Sendable {
    /// The `root.json` that came with the program.
    public var packagedRoot: [UInt8]
    /// The address that reports name.
    public var repository = ""
    /// The small files that the host keeps, by name: `metadata/…`, `choices.json`, `trials.json`, `vouched.json`,
    /// `set.json`, `last-poll.json`.
    public var files: [String: [UInt8]]
    /// The zips that the host keeps, each as the content version and year that it was stored under.
    public var stored: [StoredBundle]
    /// The seasons inside the program: its `set.json`.
    public var embedded: SetIndex
    /// Distinguishes this installation from others; random, made once.
    public var machineID: String
    /// The wave, from 1; nil to derive it from ``machineID``.
    public var wave: Int?
    /// The highest level of the description language that the renderer reads.
    public var levelMax = BundleFormat.newest
    /// The time, in seconds since 1970.
    public var nowUnixSeconds: Int64
    /// From 0 up to, but not including, 1.
    public var random: Double
    /// The only seasons to follow; nil for all.
    public var years: Set<BundleYear>?
    /// Seasons whose zip the renderer could not use, with its sentence: they are tried again later.
    public var unusable: [BundleYear: String] = [:]

    /// States the facts.
    public init(
        packagedRoot: [UInt8], files: [String: [UInt8]] = [:], stored: [StoredBundle] = [],
        embedded: SetIndex = SetIndex(), machineID: String, wave: Int? = nil,
        nowUnixSeconds: Int64, random: Double
    ) {
        self.packagedRoot = packagedRoot
        self.files = files
        self.stored = stored
        self.embedded = embedded
        self.machineID = machineID
        self.wave = wave
        self.nowUnixSeconds = nowUnixSeconds
        self.random = random
    }
}

/// A zip that the host keeps.
public struct StoredBundle: Hashable, Sendable {
    /// The season.
    public let year: BundleYear
    /// The content.
    public let version: ContentVersion

    /// Names a zip.
    public init(year: BundleYear, version: ContentVersion) {
        self.year = year
        self.version = version
    }
}

/// What came of a poll.
public struct PollResult: Sendable {
    /// One season as it is served.
    public struct Season: Sendable {
        /// The season.
        public let year: BundleYear
        /// The content that is served, and where it came from.
        public let entry: SetIndex.Entry
        /// Why this version.
        public let reason: String
    }

    /// How it ended, in the agent's words, such as `up-to-date` and `unreachable`.
    public var outcome: String
    /// What went wrong, for people; nil if nothing did.
    public var problem: String?
    /// What is served, in the order of years.
    public var seasons: [Season] = []
    /// New zips to keep, before anything else is written.
    public var bundles: [(bundle: StoredBundle, zip: [UInt8])] = []
    /// Small files to write, or to remove if nil, in this order, after the zips.
    ///
    /// `set.json` is the last one. A host that has transactions writes everything in one.
    public var files: [(name: String, bytes: [UInt8]?)] = []
    /// Zips that nothing needs any more; to be deleted after everything else is written.
    public var unneeded: [StoredBundle] = []
    /// When to poll again, in seconds from now.
    public var pauseSeconds: Int64
    /// Everything that the poll decided, with the candidates of each season and the rules that they met.
    package var report: PollReport
}

extension PollResult {
    init(
        _ report: PollReport, served: SetIndex, _ effects: MemoryEffects, _ facts: PollFacts,
        _ kept: KeptFiles
    ) {
        let schedule = PollSchedule(
            interval: .seconds(PollPeriod.seconds),
            retryAfterMax: AgentLimits.standard.retryAfterMax)
        let wanted = report.dueUnixSeconds.map { Duration.seconds($0 &- facts.nowUnixSeconds) }
        let pause = schedule.next(
            after: PollSchedule.Past(report, successes: 2), random: facts.random, wanted: wanted)
        let held = report.years.first { $0.action == .heldBack }
        outcome = report.outcome.rawValue
        problem = report.problem ?? held.map { "\($0.year): \($0.reason)" }
        pauseSeconds = pause.components.seconds
        self.report = report
        for (year, entry) in served.entries.inOrder {
            let reason = report.years.first { $0.year == year }?.reason ?? ""
            seasons.append(Season(year: year, entry: entry, reason: reason))
        }
        bundles = effects.bundles
        files = kept.changes(effects.memory, effects.metadata.files, report, served: served)
        unneeded = facts.stored.filter { effects.unneeded.contains($0) }
    }
}
