import BundleFormat
import Files
import JSON
import TUF

/// What the machine serves and how fresh that is, read from the state folder without changing it.
struct Status: Equatable, Sendable {
    /// One year as it is served.
    struct Year: Equatable, Sendable {
        let year: BundleYear
        let entry: SetIndex.Entry
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
        years = index.entries.sorted { $0.key < $1.key }.map { (year, entry) in
            Year(
                year: year, entry: entry,
                heldBack: heldBack.first { $0.year == year }?.reason)
        }
        switch lastPoll?.outcome {
        case .unreachable, .refused, .state:
            mayBeOutdated = true
            outdatedSinceUnixSeconds = lastPoll?.lastSuccessUnixSeconds
        case nil, .updated, .upToDate, .incomplete, .embeddedOnly, .cancelled:
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
    /// - Throws: ``FileError`` where there is a set, but none that this user can read.
    static func read(
        _ state: StateFolder, embedded: EmbeddedSet, limits: AgentLimits, nowUnixSeconds: Int64
    ) throws(FileError) -> Status {
        var index = SetIndex()
        for (year, version) in embedded.versions {
            index.entries[year] = SetIndex.Entry(
                version: version, origin: .embedded, sinceUnixSeconds: nowUnixSeconds)
        }
        if try Files.kind(state.current) != nil {
            let bytes = try Files.read(
                "\(state.current)/\(SetIndex.fileName)", lengthBytesMax: limits.setIndexBytesMax)
            // A damaged index is the next poll's to repair.
            index = (try? SetIndex.decode(bytes)) ?? SetIndex()
        }
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
    ///  "years": [{"year": 2024, "version": HEX, "origin": "embedded|downloaded", "since": TIME,
    ///             "ageSeconds": N, "heldBack": TEXT|null}],
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
                    [
                        "year": .integer(Int64(year.year.number)),
                        "version": .string(year.entry.version.hex),
                        "origin": .string(year.entry.origin.rawValue),
                        "since": .time(year.entry.sinceUnixSeconds),
                        "ageSeconds": .integer(
                            max(0, nowUnixSeconds &- year.entry.sinceUnixSeconds)),
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
