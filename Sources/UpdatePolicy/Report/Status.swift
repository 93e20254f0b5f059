import BundleFormat

/// What the machine serves and how fresh that is, read from the state folder without changing it.
package struct Status: Equatable, Sendable {
    /// One year as it is served.
    package struct Year: Equatable, Sendable {
        package let year: BundleYear
        /// Nil where the year is held back and there is nothing else of it.
        package let entry: SetIndex.Entry?
        /// What people have asked for this year.
        package var choice: Choice?
        /// Why something newer is not served; nil where nothing is held back.
        package var heldBack: String?
        /// When that may end; nil where nobody knows.
        package var againUnixSeconds: Int64?
    }

    /// What people have asked for a year.
    package enum Choice: String, Sendable {
        /// One version, whatever is published.
        case pinned
        /// Nothing of what it was taken back from.
        case rolledBack = "rolled-back"
    }

    package let state: String
    /// The repository that is followed, as it is configured; nil where none is, or none is known.
    package let repository: String?
    package let years: [Year]
    /// The last poll's report; nil where there has been none.
    package let lastPoll: PollReport?
    /// Since when nothing is to change; nil where things may.
    package var heldSinceUnixSeconds: Int64?
    /// When the service checks next; nil where it does not say.
    package var nextCheckUnixSeconds: Int64?
    package let freshness: Freshness
    /// Whether there was a poll whose report is not there or cannot be read.
    package let hasLostReport: Bool

    /// Whether what is served may be outdated.
    package let mayBeOutdated: Bool
    /// Since when it may be; nil where it may not, or where the repository was never reached.
    package let outdatedSinceUnixSeconds: Int64?

    /// No service waits longer between two checks: twice the longest interval, and a tenth, in seconds.
    private static let waitMax: Int64 = 190_080

    /// Puts together what was read.
    ///
    /// - Parameters:
    ///   - state: the state folder's path.
    ///   - repository: the repository that is followed; nil where none is configured.
    ///   - index: what is served.
    ///   - embedded: the bundles inside the program, each of which ought to be served where nothing else of
    ///     its year is; none where nothing was ever placed.
    ///   - lastPoll: the last poll's report.
    ///   - choices: what people have asked for.
    ///   - wasReached: whether the repository has ever answered.
    ///   - trouble: why what is served is not whole, or why no poll can write; nil where neither is so.
    ///   - nextCheckUnixSeconds: when the service checks next.
    ///   - staleAfterSeconds: without any word until what is served counts as stale.
    ///   - nowUnixSeconds: the time.
    package init(
        state: String, repository: String? = nil, index: SetIndex,
        embedded: [BundleYear: ContentVersion] = [:],
        lastPoll: PollReport?, choices: Choices = Choices(), wasReached: Bool = false,
        trouble: String? = nil, nextCheckUnixSeconds: Int64? = nil,
        staleAfterSeconds: Int64, nowUnixSeconds: Int64
    ) {
        self.state = state
        self.repository = repository ?? lastPoll?.repository
        self.lastPoll = lastPoll
        hasLostReport = lastPoll == nil && (wasReached || trouble != nil)
        // Of a clock that was ahead, or later than any service waits.
        let isAhead = [
            lastPoll?.finishedUnixSeconds, nextCheckUnixSeconds.map { $0 &- Self.waitMax },
        ]
        .compactMap { $0 }.contains { Clock.isAhead($0, nowUnixSeconds: nowUnixSeconds) }
        self.nextCheckUnixSeconds = isAhead ? nil : nextCheckUnixSeconds
        heldSinceUnixSeconds = choices.heldSinceUnixSeconds
        let waiting = (lastPoll?.years ?? []).filter {
            $0.action == .heldBack || $0.action == .waiting
        }
        let absent = Self.missing(from: index, embedded: embedded, lastPoll: lastPoll)
        years = Set(index.years).union(waiting.map(\.year)).union(absent).sorted().map { year in
            let waits = waiting.first { $0.year == year }
            return Year(
                year: year, entry: index.entries[year],
                choice: choices.pins[year] != nil
                    ? .pinned : choices.rollbacks[year] != nil ? .rolledBack : nil,
                heldBack: waits?.reason, againUnixSeconds: waits?.againUnixSeconds)
        }
        let missing = years.filter { $0.entry == nil }.map { "\($0.year)" }
        let problems = [
            trouble ?? (lastPoll?.outcome == .state ? lastPoll?.problem : nil),
            missing.isEmpty ? nil : "nothing is served of \(missing.joined(separator: ", "))",
            years.isEmpty ? "nothing is served at all" : nil,
        ].compactMap { $0 }
        let problem = problems.isEmpty ? nil : problems.joined(separator: "; ")
        let judged = Freshness(
            lastPoll, isConfigured: repository != nil, wasReached: wasReached,
            staleAfterSeconds: staleAfterSeconds, nowUnixSeconds: nowUnixSeconds)
        freshness = problem.map { .broken($0) } ?? judged
        switch lastPoll?.outcome {
        case .unreachable, .refused, .state, .brokenOff:
            mayBeOutdated = true
            outdatedSinceUnixSeconds =
                lastPoll?.forgettingTheFuture(nowUnixSeconds: nowUnixSeconds).lastSuccessUnixSeconds
        case nil, .updated, .upToDate, .incomplete, .embeddedOnly, .older, .cancelled:
            mayBeOutdated = judged.exitStatus == 1 && lastPoll != nil
            outdatedSinceUnixSeconds = mayBeOutdated ? judged.sinceUnixSeconds : nil
        }
    }

    /// The years that ought to be served, because they are inside the program, and are not.
    ///
    /// - Parameters:
    ///   - index: what is served.
    ///   - embedded: the bundles inside the program.
    ///   - lastPoll: tells what the publisher has recalled: such a year is meant to be away.
    /// - Returns: the years in order.
    package static func missing(
        from index: SetIndex, embedded: [BundleYear: ContentVersion], lastPoll: PollReport?
    ) -> [BundleYear] {
        embedded.filter { (year, version) in
            index.entries[year] == nil && lastPoll?.recalls(version, of: year) != true
        }.keys.sorted()
    }
}

extension PollReport {
    /// Whether the publisher has recalled a version, as far as the report says.
    fileprivate func recalls(_ version: ContentVersion, of year: BundleYear) -> Bool {
        years.first { $0.year == year }?.candidates.contains { candidate in
            candidate.version == version && candidate.failed.contains { $0.rule == .recall }
        } == true
    }
}
