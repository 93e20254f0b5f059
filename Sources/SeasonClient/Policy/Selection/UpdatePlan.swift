import BundleFormat

/// What to do for each year, and why; executing it twice does no harm: its steps name contents and not changes.
package struct UpdatePlan: Equatable, Sendable {
    /// The years in ascending order, also those with nothing to do.
    package var years: [YearPlan]
    /// The set that `current` names now; nil if it names no set that can be read completely.
    package var current: SetIndex?
    /// The contents that are recalled, as far as this machine knows; the set names them to its readers.
    package var recalled: [BundleYear: Set<ContentVersion>] = [:]

    package var wanted: [BundleYear: ContentVersion] {
        var versions: [BundleYear: ContentVersion] = [:]
        for plan in years { versions[plan.year] = plan.step.result?.version }
        return versions
    }

    /// The index after the plan: successful steps count, failed years stay as they were.
    package func index(failed: Set<BundleYear>, nowUnixSeconds: Int64) -> SetIndex {
        var index = SetIndex(recalled: recalled)
        for plan in years {
            let wanted = failed.contains(plan.year) ? nil : plan.step.result
            guard let wanted, wanted.version != plan.present?.version else {
                index.entries[plan.year] = plan.present
                // The year went back to an earlier version: it counts from now.
                if let present = plan.present, let current,
                    current.entries[plan.year]?.version != present.version
                {
                    index.entries[plan.year]?.sinceUnixSeconds = nowUnixSeconds
                }
                // The clock was ahead when the machine switched to it, or is behind now: the start of serving is
                // unknown. A time that is taken from this clock could be wrong again.
                if let since = plan.present?.sinceUnixSeconds,
                    StoredTime.isAhead(since, nowUnixSeconds: nowUnixSeconds)
                {
                    index.entries[plan.year]?.sinceUnixSeconds = nil
                }
                continue
            }
            index.entries[plan.year] = SetIndex.Entry(
                version: wanted.version, origin: wanted.origin, sinceUnixSeconds: nowUnixSeconds,
                publishedUnixSeconds: wanted.published)
        }
        return index
    }
}

package struct YearPlan: Equatable, Sendable {
    package enum Step: Equatable, Sendable {
        case keep
        /// The bundle is already under `bundles/`.
        case activate(ContentVersion, BundleOrigin, publishedUnixSeconds: Int64? = nil)
        /// Write the bundle that is inside the program.
        case place(ContentVersion, publishedUnixSeconds: Int64? = nil)
        /// Download, verify and unpack.
        case download(Offer)

        package var offer: Offer? { if case .download(let offer) = self { offer } else { nil } }

        /// What is served after the step; nil if the step changes nothing.
        package var result: (version: ContentVersion, origin: BundleOrigin, published: Int64?)? {
            switch self {
            case .keep: nil
            case .activate(let version, let origin, let published): (version, origin, published)
            case .place(let version, let published): (version, .embedded, published)
            case .download(let offer):
                (offer.custom.version, .downloaded, offer.custom.publishedUnixSeconds)
            }
        }
    }

    package enum Reason: Equatable, Sendable {
        /// The served version is the published one.
        case upToDate
        /// Another version is published, since that time.
        case published(String)
        /// The repository was not asked, or did not answer.
        case noNews
        /// The repository has no bundle of the year.
        case unpublished
        /// The program has the year inside, and nothing else of it is there.
        case embeddedFills
        /// The program now has another bundle inside.
        case embeddedChanged
        /// The bundle inside the program was published later than the downloaded one.
        case embeddedNewer
        /// The bundle inside the program was published later than the offered one.
        case embeddedStays
        case pinned
        case rolledBack
        /// A person ended the rollback that led away from it.
        case undone
        /// The version that is served, or published, is recalled.
        case recalled(ContentVersion)
        /// Only a superseded key has signed the served version, this one.
        case forgotten(ContentVersion)
        case withdrawn
        /// Another version is published since that time, but cannot be downloaded now.
        case notReached(String)
        /// That version is published, but a rule forbids it.
        case blocked(ContentVersion, Finding)
        /// The served bundle is damaged and is being replaced.
        case damaged
        /// The served bundle is damaged; this is the newest whole one before it.
        case restored
        /// The served bundle is damaged, and nothing of the year is whole.
        case lost
        /// This machine's programs do not read the level that is published.
        case format(UnreadForm)
        /// What is published is refused; the sentence says why.
        case refused(String)
    }

    /// What the year serves if the step succeeds; nil for nothing.
    package var result: (version: ContentVersion, origin: BundleOrigin)? {
        if let result = step.result { return (result.version, result.origin) }
        return present.map { ($0.version, $0.origin) }
    }

    package let year: BundleYear
    /// The entry that is served now and whole; it stays if the step fails; nil if there is none.
    package var present: SetIndex.Entry?
    package var step: Step
    package var reason: Reason
    /// What keeps the year from what is published, although its step serves something else; nil if nothing does.
    var hindrance: Reason?
    /// The considered versions, with the findings of every rule.
    package var candidates: [Candidate] = []
    /// Whether this machine has served the year, as far as its sets say.
    var hadBefore = false

    /// The reason that people see: what keeps the year from what is published, or else why it serves what it serves.
    package var reportedReason: Reason { hindrance ?? reason }

    /// What a poll reports of the year; a person's choice is no trouble, unless it leaves the year without any version.
    package var trouble: Trouble? {
        reportedReason.trouble
            ?? (result == nil && reportedReason.isForbidding(hadBefore: hadBefore) ? .state : nil)
    }

    /// What this machine's programs lack for the published level; nil if they can read it.
    var newerProgramNeeded: String? {
        candidates.lazy.flatMap { $0.failed }.first { $0.rule == .format }?.note
    }
}

extension YearPlan.Reason {
    private var blocking: Finding? {
        if case .blocked(_, let finding) = self { finding } else { nil }
    }

    /// The trouble that keeps a year from the published version; nil if there is none.
    package var trouble: Trouble? {
        if case .refused = self { return .refused }
        return switch blocking?.rule {
        case .trial: .refused
        case .machine, .room: .state
        default: nil
        }
    }

    /// True if the year only waits for a time.
    package var isWaiting: Bool { blocking?.rule == .wave || blocking?.rule == .holdOff }

    /// A rule forbids what is published, and no time ends that; a hold is wanted where the machine never had the season.
    func isForbidding(hadBefore: Bool) -> Bool {
        guard let blocking, !isWaiting else { return false }
        return blocking.rule != .hold || hadBefore
    }

    /// When the year may take the published version; nil if that is not known.
    package var againUnixSeconds: Int64? { blocking?.againUnixSeconds }
}
