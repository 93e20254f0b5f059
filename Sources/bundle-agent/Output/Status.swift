import BundleFormat
import Files
import TUF

/// What the machine serves and how fresh that is, read from the state folder without changing it.
struct Status: Equatable, Sendable {
    /// One year as it is served.
    struct Year: Equatable, Sendable {
        let year: BundleYear
        /// Nil where the year is held back and there is nothing else of it.
        let entry: SetIndex.Entry?
        /// What people have asked for this year.
        var choice: Choice?
        /// Why something newer is not served; nil where nothing is held back.
        var heldBack: String?
        /// When that may end; nil where nobody knows.
        var againUnixSeconds: Int64?
    }

    /// What people have asked for a year.
    enum Choice: String, Sendable {
        /// One version, whatever is published.
        case pinned
        /// Nothing of what it was taken back from.
        case rolledBack = "rolled-back"
    }

    let state: String
    let years: [Year]
    /// The last poll's report; nil where there has been none.
    let lastPoll: PollReport?
    /// Since when nothing is to change; nil where things may.
    var heldSinceUnixSeconds: Int64?
    /// When the service checks next; nil where it does not say.
    var nextCheckUnixSeconds: Int64?
    let freshness: Freshness

    /// Whether what is served may be outdated.
    let mayBeOutdated: Bool
    /// Since when it may be; nil where it may not, or where the repository was never reached.
    let outdatedSinceUnixSeconds: Int64?

    /// Puts together what was read.
    ///
    /// - Parameters:
    ///   - state: the state folder's path.
    ///   - index: what is served.
    ///   - lastPoll: the last poll's report.
    ///   - choices: what people have asked for.
    ///   - trouble: why what is served is not whole; nil where it is.
    ///   - nextCheckUnixSeconds: when the service checks next.
    ///   - staleAfterSeconds: without any word until what is served counts as stale.
    ///   - nowUnixSeconds: the time.
    init(
        state: String, index: SetIndex, lastPoll: PollReport?, choices: Choices = Choices(),
        trouble: String? = nil, nextCheckUnixSeconds: Int64? = nil,
        staleAfterSeconds: Int64, nowUnixSeconds: Int64
    ) {
        self.state = state
        self.lastPoll = lastPoll
        self.nextCheckUnixSeconds = nextCheckUnixSeconds
        heldSinceUnixSeconds = choices.heldSinceUnixSeconds
        let waiting = (lastPoll?.years ?? []).filter {
            $0.action == .heldBack || $0.action == .waiting
        }
        years = Set(index.years).union(waiting.map(\.year)).sorted().map { year in
            let waits = waiting.first { $0.year == year }
            return Year(
                year: year, entry: index.entries[year],
                choice: choices.pins[year] != nil
                    ? .pinned : choices.rollbacks[year] != nil ? .rolledBack : nil,
                heldBack: waits?.reason, againUnixSeconds: waits?.againUnixSeconds)
        }
        let missing = years.filter { $0.entry == nil }.map { "\($0.year)" }
        let problem =
            trouble ?? (lastPoll?.outcome == .state ? lastPoll?.problem : nil)
            ?? (missing.isEmpty ? nil : "nothing is served of \(missing.joined(separator: ", "))")
            ?? (years.isEmpty ? "nothing is served at all" : nil)
        let judged = Freshness(
            lastPoll, staleAfterSeconds: staleAfterSeconds, nowUnixSeconds: nowUnixSeconds)
        freshness = problem.map { .broken($0) } ?? judged
        switch lastPoll?.outcome {
        case .unreachable, .refused, .state, .brokenOff:
            mayBeOutdated = true
            outdatedSinceUnixSeconds = lastPoll?.lastSuccessUnixSeconds
        case nil, .updated, .upToDate, .incomplete, .embeddedOnly, .older, .cancelled:
            mayBeOutdated = judged.exitStatus == 1 && lastPoll != nil
            outdatedSinceUnixSeconds = mayBeOutdated ? judged.sinceUnixSeconds : nil
        }
    }

    /// Reads the state folder; where nothing was ever served, the bundles inside the program are.
    ///
    /// - Parameters:
    ///   - state: the state folder.
    ///   - embedded: the bundles inside the program.
    ///   - limits: bounds the files.
    ///   - staleAfterSeconds: without any word until what is served counts as stale.
    ///   - nowUnixSeconds: the time.
    /// - Returns: what is served.
    static func read(
        _ state: StateFolder, embedded: EmbeddedSet, limits: AgentLimits,
        staleAfterSeconds: Int64, nowUnixSeconds: Int64
    ) -> Status {
        var index = SetIndex()
        for (year, version) in embedded.versions {
            index.entries[year] = SetIndex.Entry(version: version, origin: .embedded)
        }
        var trouble: String?
        do throws(AgentError) {
            let isServing = try onDisk { () throws(FileError) in
                try Files.kind(state.current) != nil
            }
            if isServing { index = try .read(state, limits) }
        } catch {
            trouble = error.description
            index = SetIndex()
        }
        return Status(
            state: state.path, index: index, lastPoll: .read(state, limits),
            choices: Memory(state, limits).choices, trouble: trouble,
            nextCheckUnixSeconds: ServiceRecord.read(state, limits).nextCheckUnixSeconds,
            staleAfterSeconds: staleAfterSeconds, nowUnixSeconds: nowUnixSeconds)
    }
}
