import BundleFormat
import Files
import JSON
import TUF

/// What the machine serves and how fresh that is, read from the state folder without changing it.
struct Status: Equatable, Sendable {
    /// One year as it is served.
    struct Year: Equatable, Sendable {
        let year: BundleYear
        /// Nil where the year is held back and there is nothing else of it.
        let entry: SetIndex.Entry?
        /// Why something newer is not served; nil where nothing is held back.
        var heldBack: String?
    }

    let state: String
    let years: [Year]
    /// The last poll's report; nil where there has been none.
    let lastPoll: PollReport?
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
    ///   - nowUnixSeconds: the time.
    init(state: String, index: SetIndex, lastPoll: PollReport?, nowUnixSeconds: Int64) {
        self.state = state
        self.lastPoll = lastPoll
        let heldBack = (lastPoll?.years ?? []).filter { $0.action == .heldBack }
        years = Set(index.years).union(heldBack.map(\.year)).sorted().map { year in
            Year(
                year: year, entry: index.entries[year],
                heldBack: heldBack.first { $0.year == year }?.reason)
        }
        switch lastPoll?.outcome {
        case .unreachable, .refused, .state, .brokenOff:
            mayBeOutdated = true
            outdatedSinceUnixSeconds = lastPoll?.lastSuccessUnixSeconds
        case nil, .updated, .upToDate, .incomplete, .embeddedOnly, .older, .cancelled:
            // The repository's word counts until its metadata expires.
            let expires = lastPoll?.expiresUnixSeconds
            mayBeOutdated = expires.map { $0 <= nowUnixSeconds } ?? false
            outdatedSinceUnixSeconds = mayBeOutdated ? expires : nil
        }
    }

    /// Reads the state folder; where nothing was ever served, the bundles inside the program are.
    ///
    /// - Parameters:
    ///   - state: the state folder.
    ///   - embedded: the bundles inside the program.
    ///   - limits: bounds the files.
    ///   - nowUnixSeconds: the time.
    /// - Returns: what is served.
    /// - Throws: ``AgentError`` where there is a set, but none that can be read.
    static func read(
        _ state: StateFolder, embedded: EmbeddedSet, limits: AgentLimits, nowUnixSeconds: Int64
    ) throws(AgentError) -> Status {
        var index = SetIndex()
        for (year, version) in embedded.versions {
            index.entries[year] = SetIndex.Entry(
                version: version, origin: .embedded, sinceUnixSeconds: nowUnixSeconds)
        }
        let isServing = try onDisk { () throws(FileError) in try Files.kind(state.current) != nil }
        if isServing { index = try .read(state, limits) }
        return Status(
            state: state.path, index: index, lastPoll: .read(state, limits),
            nowUnixSeconds: nowUnixSeconds)
    }
}

extension Status {
    /// The form that `status --json` prints.
    ///
    /// ```
    /// {"schema": 1, "state": PATH, "repository": ADDRESS|null,
    ///  "years": [{"year": 2024, "version": HEX|null, "origin": "embedded|downloaded"|null,
    ///             "since": TIME|null, "ageSeconds": N|null, "heldBack": TEXT|null}],
    ///  "lastCheck": TIME|null, "lastSuccess": TIME|null, "outcome": TEXT|null, "problem": TEXT|null,
    ///  "mayBeOutdated": true|false, "outdatedSince": TIME|null}
    /// ```
    ///
    /// - Parameter nowUnixSeconds: the time that ages are counted to.
    /// - Returns: one object.
    func json(nowUnixSeconds: Int64) -> JSON {
        [
            "schema": 1, "state": .string(state), "repository": .text(lastPoll?.repository),
            "years": .array(
                years.map { year in
                    let since = year.entry?.sinceUnixSeconds
                    return [
                        "year": .integer(Int64(year.year.number)),
                        "version": .text(year.entry?.version.hex),
                        "origin": .text(year.entry?.origin.rawValue),
                        "since": .time(since),
                        "ageSeconds": since.map { .integer(max(0, nowUnixSeconds &- $0)) } ?? nil,
                        "heldBack": .text(year.heldBack),
                    ]
                }),
            "lastCheck": .time(lastPoll?.finishedUnixSeconds),
            "lastSuccess": .time(lastPoll?.lastSuccessUnixSeconds),
            "outcome": .text(lastPoll?.outcome.rawValue), "problem": .text(lastPoll?.problem),
            "mayBeOutdated": .bool(mayBeOutdated),
            "outdatedSince": .time(outdatedSinceUnixSeconds),
        ]
    }
}
