import BundleFormat

/// What the machine serves and how fresh it is.
package struct Status: Equatable, Sendable {
    package struct Year: Equatable, Sendable {
        package let year: BundleYear
        /// The served bundle; nil if nothing of the year is served.
        package let entry: SetIndex.Entry?
        package var choice: Choice?
        /// Why something newer is not served; nil if nothing newer is published.
        package var delay: Delay?
    }

    /// Why a year does not serve what is published.
    package struct Delay: Equatable, Sendable {
        /// True if only time is missing; false if this machine cannot take what is published.
        package let isWaiting: Bool
        package let reason: String
        /// The time when the delay may end; nil if that is not known.
        package let againUnixSeconds: Int64?
    }

    package enum Choice: String, Sendable {
        /// One version, whatever is published.
        case pinned
        /// A version other than those that were rolled back.
        case rolledBack = "rolled-back"
    }

    package let state: String
    /// The configured repository; nil if none is configured, or none is known.
    package let repository: String?
    package let years: [Year]
    /// The last poll's report; nil if there was no poll.
    package let lastPoll: PollReport?
    /// How the polls of this repository went, whichever one was polled last; nil if there was no poll.
    package let contact: PollReport.Contact?
    /// The time since when nothing may change; nil if there is no hold.
    package var heldSinceUnixSeconds: Int64?
    /// When the service checks next; nil if it does not say.
    package var nextCheckUnixSeconds: Int64?
    package let freshness: Freshness
    /// Whether it is fresh only by a copy, because the repository was not read for too long, or never.
    package let isFreshByCopy: Bool
    /// Whether nothing was ever put in place, so that these are the bundles inside the program.
    package let isBeforeFirstPoll: Bool
    /// Whether the report of a poll is missing or cannot be read.
    package let hasLostReport: Bool

    /// What speaks against this machine's clock, with the remedy; nil if nothing does.
    package var clockProblem: String?
    /// Whether the program has seasons inside.
    package var hasEmbedded = false

    package let mayBeOutdated: Bool
    /// The time since when that is so; nil if it is not so, or if the repository was never reached.
    package let outdatedSinceUnixSeconds: Int64?

    /// The trouble of a machine that has no season.
    package static let nothingAtAll = "nothing is served at all"

    /// No service waits longer between two polls: twice the longest interval and a tenth more, in seconds.
    private static let waitMax: Int64 = 190_080

    /// Computes the status from the facts.
    ///
    /// `embedded` has the bundles inside the program, which must be served if nothing else of their year is; it is empty if
    /// nothing was ever put in place. `problems` say why a bundle is not whole, or why no poll can write.
    package init(
        state: String, repository: String? = nil, index: SetIndex,
        embedded: [BundleYear: ContentVersion] = [:], isBeforeFirstPoll: Bool = false,
        lastPoll: PollReport?, choices: Choices = Choices(),
        vouched: VouchedContents = VouchedContents(), wasReached: Bool = false,
        problems: [String] = [], nextCheckUnixSeconds: Int64? = nil,
        staleAfterSeconds: Int64, nowUnixSeconds: Int64
    ) {
        self.state = state
        let followed = repository ?? lastPoll?.repository
        let contact = lastPoll?.contact(with: followed)
        self.repository = followed
        self.lastPoll = lastPoll
        self.contact = contact
        self.isBeforeFirstPoll = isBeforeFirstPoll
        hasLostReport = lastPoll == nil && (wasReached || !problems.isEmpty)
        // The time was written while a clock was ahead, or it is later than any service waits.
        let isAhead = [
            lastPoll?.finishedUnixSeconds, nextCheckUnixSeconds.map { $0 &- Self.waitMax },
        ]
        .compactMap { $0 }.contains { StoredTime.isAhead($0, nowUnixSeconds: nowUnixSeconds) }
        self.nextCheckUnixSeconds = isAhead ? nil : nextCheckUnixSeconds
        heldSinceUnixSeconds = choices.heldSinceUnixSeconds
        let delayed = (lastPoll?.years ?? []).filter {
            $0.isDelayed || $0.isWithheld && index.entries[$0.year] == nil
        }
        let absent = Self.missing(
            from: index, embedded: embedded, lastPoll: lastPoll, vouched: vouched)
        years = Set(index.years).union(delayed.map { $0.year }).union(absent).sorted().map { year in
            let entry = index.entries[year]
            let delay = delayed.first { $0.year == year }.map {
                Delay(
                    isWaiting: $0.action == .waiting, reason: $0.reason,
                    againUnixSeconds: $0.againUnixSeconds)
            }
            return Year(
                year: year, entry: entry, choice: choices.choice(of: year, serving: entry),
                delay: delay ?? choices.delay(of: year, serving: entry))
        }
        let withheld = Set(delayed.filter { $0.isWithheld }.map { $0.year }).subtracting(absent)
        let missing = years.filter { $0.entry == nil && !withheld.contains($0.year) }
            .map { $0.year }
        let reported = lastPoll.flatMap { $0.outcome == .state ? $0.problem : nil }
        let all =
            (problems.isEmpty ? [reported].compactMap { $0 } : problems)
            + (missing.isEmpty ? [] : [ReportText.nothingServed(of: missing)])
            + [lastPoll?.leftOut.sentence].compactMap { $0 }
            + (years.isEmpty ? [Self.nothingAtAll] : [])
        func freshness(after report: PollReport?) -> Freshness {
            Freshness(
                report, repository: repository, wasReached: wasReached,
                staleAfterSeconds: staleAfterSeconds, nowUnixSeconds: nowUnixSeconds)
        }
        let computed = freshness(after: lastPoll)
        self.freshness = all.isEmpty ? computed : .broken(all)
        var withoutCopy = lastPoll
        withoutCopy?.lastCopy = nil
        isFreshByCopy = computed == .fresh && freshness(after: withoutCopy) != .fresh
        if contact?.outcome?.meaning.isFailure == true {
            mayBeOutdated = true
            outdatedSinceUnixSeconds = lastPoll?.heard(of: followed).max().flatMap {
                StoredTime.isAhead($0, nowUnixSeconds: nowUnixSeconds) ? nil : $0
            }
        } else {
            mayBeOutdated = computed.severity == .failed
            outdatedSinceUnixSeconds = mayBeOutdated ? computed.sinceUnixSeconds : nil
        }
    }

    /// The years that are inside the program and must be served, but are not.
    package static func missing(
        from index: SetIndex, embedded: [BundleYear: ContentVersion], lastPoll: PollReport?,
        vouched: VouchedContents
    ) -> [BundleYear] {
        embedded.filter { (year, version) in
            guard index.entries[year] == nil else { return false }
            let isRecalled =
                vouched.hasRecalled(year, version) || lastPoll?.recalls(version, of: year) == true
            return !isRecalled || lastPoll?.hasAdmissible(year) == true
        }.keys.sorted()
    }
}

extension Choices {
    /// The choice that a year's entry follows from; nil if it follows from none.
    fileprivate func choice(of year: BundleYear, serving entry: SetIndex.Entry?) -> Status.Choice? {
        guard let entry else { return nil }
        if let pin = pins[year] { return pin.version == entry.version ? .pinned : nil }
        return rollback(of: year, serving: entry) == nil ? nil : .rolledBack
    }

    /// Why a pinned year does not serve its pin; nil if it does, or is not pinned.
    fileprivate func delay(of year: BundleYear, serving entry: SetIndex.Entry?) -> Status.Delay? {
        guard let pin = pins[year], pin.version != entry?.version else { return nil }
        return Status.Delay(
            isWaiting: false, reason: ReportText.pinNotServed(pin.version), againUnixSeconds: nil)
    }
}

extension PollReport {
    /// Whether the poll found a version of a year that every rule allows.
    fileprivate func hasAdmissible(_ year: BundleYear) -> Bool {
        years.first { $0.year == year }?.candidates.contains {
            $0.version != nil && $0.failed.isEmpty
        } == true
    }

    /// Whether the report says that the publisher has recalled a version.
    fileprivate func recalls(_ version: ContentVersion, of year: BundleYear) -> Bool {
        years.first { $0.year == year }?.candidates.contains { candidate in
            candidate.version == version && candidate.failed.contains { $0.rule == .recall }
        } == true
    }
}
