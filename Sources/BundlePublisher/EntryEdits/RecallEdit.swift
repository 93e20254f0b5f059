import BundleFormat
import SeasonAuthoring
import TUF

/// Takes a content back from every machine, whatever its wave or pin.
package struct RecallEdit: EntryEdit {
    /// What is served in the place of a recalled content that is live.
    package enum Replacement: Equatable {
        /// The content that was live before it.
        case previous
        case content(VersionPrefix)
        /// Each machine's embedded bundle, or no description.
        case embedded
    }

    package let year: BundleYear
    package let recalled: VersionPrefix
    package let replacement: Replacement

    /// Describes what to take back.
    package init(
        year: BundleYear, recalled: VersionPrefix, replacement: Replacement
    ) {
        self.year = year
        self.recalled = recalled
        self.replacement = replacement
    }

    package func revision(of live: LiveEntries) throws(PublishError) -> EntryRevision {
        guard let entry = live.published[year] else {
            throw .season(.recallUnheard(year, place: live.destination.name))
        }
        let version = try version(of: entry, live)
        let before = entry.custom.recalled
        let after =
            try before.contains(version)
            ? before : withRoom([version] + before, for: version, live)
        try requireRoom(after)
        guard version == entry.custom.version, replacement != .embedded else {
            let shown = entry.custom.version
            // What a person wants in the place of a content that is not shown changes nothing.
            let notes: [PublishNote] =
                replacement == .previous || after.contains(shown) ? [] : [.stillShown(year, shown)]
            func signed(_ recalled: [ContentVersion]) -> PublishedBundle {
                entry.signed(
                    published: entry.custom.published, rollout: entry.custom.rollout,
                    recalled: recalled, rolledBack: entry.custom.rolledBack)
            }
            guard after != before else {
                let without = signed(before.filter { $0 != version }).custom
                return EntryRevision(affirmed: [year: without], notes: notes)
            }
            return EntryRevision(bundles: [year: signed(after)], notes: notes)
        }
        let target: VersionPrefix? =
            if case .content(let prefix) = replacement { prefix } else { nil }
        let found = try live.earlier(
            year, target, than: entry, excluding: after,
            wantedBy: .recall(version))
        return EntryRevision(
            bundles: [
                year: found.signed(
                    published: live.now.description, rollout: nil, recalled: after,
                    rolledBack: entry.custom.rolledBack.filter { $0 != found.custom.version })
            ],
            notes: [.refusedUntilMended(year)])
    }

    package func decision(by memory: Memory) throws(PublishError) -> Decision? {
        let known = try memory.word(year)
        let version = try version(among: memory.contents[year] ?? [])
        // What an earlier content is, only the live metadata says, and that does not count now.
        if case .content = replacement { throw .season(.noReplacement(year, version)) }
        let after =
            known.recalled.contains(version) ? known.recalled : [version] + known.recalled
        try requireRoom(after)
        var word = known.with(recalled: after)
        let isShown = known.bundle.map { $0.custom.version == version } ?? true
        let isWithdrawn =
            replacement == .embedded && (isShown || memory.published[year] == version)
        guard isShown || isWithdrawn else { return Decision(year: year, word: word) }
        word.isWithdrawn = isWithdrawn
        // The content that was shown before it is unknown, so the next publish asks for another content.
        if !isShown || !isWithdrawn {
            word.lastChosen = known.bundleOfOurs
            word.bundle = nil
        }
        return Decision(year: year, word: word)
    }

    /// Which content is meant: the live one, one recalled before, or an earlier one.
    private func version(
        of entry: PublishedBundle, _ live: LiveEntries
    ) throws(PublishError) -> ContentVersion {
        var known = Set(try live.history().entries.compactMap { $0.bundles[year]?.custom.version })
        known.formUnion(entry.custom.recalled + [entry.custom.version])
        return try version(among: known)
    }

    private func version(
        among known: Set<ContentVersion>
    ) throws(PublishError) -> ContentVersion {
        let meant = known.filter(recalled.matches)
        if let version = meant.first, meant.count == 1 { return version }
        // All digits name a content that the repository has forgotten but a disk may still hold.
        if meant.isEmpty, let version = ContentVersion(recalled.digits) { return version }
        throw .season(.ambiguous(year, digits: recalled.digits, count: meant.count))
    }

    /// Drops the oldest recalls of contents that were never offered here, if there is no room for all recalls.
    ///
    /// A thief may have filled the list with contents that nobody has. They must not keep us from recalling.
    private func withRoom(
        _ recalled: [ContentVersion], for version: ContentVersion, _ live: LiveEntries
    ) throws(PublishError) -> [ContentVersion] {
        guard recalled.count > TargetCustom.recalledMax else { return recalled }
        let offered = Set(
            try live.history().entries.compactMap { $0.bundles[year]?.custom.version })
        var left = recalled
        while left.count > TargetCustom.recalledMax,
            let at = left.lastIndex(where: { !offered.contains($0) && $0 != version })
        {
            left.remove(at: at)
        }
        return left
    }

    private func requireRoom(_ recalled: [ContentVersion]) throws(PublishError) {
        guard recalled.count <= TargetCustom.recalledMax else {
            throw .season(.tooManyRecalls(year, count: recalled.count))
        }
    }
}

/// Lets a recalled content be served again.
package struct LiftEdit: EntryEdit {
    package let year: BundleYear
    package let recalled: VersionPrefix

    /// Describes which recall to lift.
    package init(
        year: BundleYear, recalled: VersionPrefix
    ) {
        self.year = year
        self.recalled = recalled
    }

    package func revision(of live: LiveEntries) throws(PublishError) -> EntryRevision {
        let entry = try live.entry(year)
        let left = entry.custom.recalled.filter { !recalled.matches($0) }
        guard left.count < entry.custom.recalled.count else {
            throw .season(.notRecalled(year, digits: recalled.digits))
        }
        // A live content that may be served again is news to machines that went back.
        let isLive = recalled.matches(entry.custom.version)
        return EntryRevision(bundles: [
            year: entry.signed(
                published: isLive ? live.now.description : entry.custom.published,
                rollout: entry.custom.rollout, recalled: left,
                rolledBack: entry.custom.rolledBack)
        ])
    }

    package func decision(by memory: Memory) throws(PublishError) -> Decision? {
        guard let word = memory.words[year], word.recalled.contains(where: recalled.matches) else {
            throw .season(.notRecalledByUs(year, digits: recalled.digits))
        }
        let left = word.recalled.filter { !recalled.matches($0) }
        let isShown = word.bundle.map { recalled.matches($0.custom.version) } == true
        var lifted = word
        // The recall was decided between the same two keys: no state says it, so what was shown before is shown again.
        if word.bundle == nil, let shown = word.lastChosen, recalled.matches(shown.custom.version) {
            (lifted.bundle, lifted.isChosen, lifted.lastChosen) = (shown, true, nil)
        }
        return Decision(
            year: year,
            word: lifted.with(
                recalled: left, publishedAnew: isShown ? memory.now.description : nil))
    }
}
