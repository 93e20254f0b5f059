import BundleFormat
import TUF

/// Offers an earlier content of a season again.
///
/// It is published anew, so every machine takes it for the newer one. The content that was live is not
/// recalled. We remember it, so that a publish does not offer it again by itself.
package struct RollbackEdit: EntryEdit {
    package let year: BundleYear
    /// Which content; nil for the one that was live before.
    package let target: VersionPrefix?

    /// Describes what to go back to.
    package init(
        year: BundleYear, target: VersionPrefix?
    ) {
        self.year = year
        self.target = target
    }

    package func revision(of live: LiveEntries) throws(PublishError) -> EntryRevision {
        let entry = try live.entry(year)
        if let target, target.matches(entry.custom.version) {
            guard !entry.custom.recalled.contains(entry.custom.version) else {
                throw .season(.recalled(year, entry.custom.version, .named))
            }
            return EntryRevision(affirmed: affirmed(entry, live))
        }
        // Who repeats a command that was killed wants to go back once.
        if target == nil, live.rolledBackUnheard.contains(year) {
            return EntryRevision(notes: [.rolledBackBefore(year, entry.custom.version)])
        }
        let found = try live.earlier(
            year, target, than: entry, excluding: entry.custom.recalled,
            wantedBy: .rollback)
        let left = [entry.custom.version] + entry.custom.rolledBack
        return EntryRevision(
            bundles: [
                year: found.signed(
                    published: live.now.description, rollout: nil, recalled: entry.custom.recalled,
                    rolledBack: left.filter { $0 != found.custom.version })
            ],
            notes: [.waitsForFolder(year)])
    }
}

extension RollbackEdit {
    /// What this home has shown last, if the place is already back at what a person asks for.
    private func affirmed(
        _ entry: PublishedBundle, _ live: LiveEntries
    ) -> [BundleYear: TargetCustom] {
        guard let left = live.wordOfOurs(year)?.bundle,
            left.custom.version != entry.custom.version
        else { return [:] }
        return [
            year: left.signed(
                published: left.custom.published, rollout: left.custom.rollout,
                recalled: entry.custom.recalled,
                rolledBack: entry.custom.rolledBack.filter { $0 != left.custom.version }
            ).custom
        ]
    }
}

extension LiveEntries {
    /// An earlier content of a season that may be offered again.
    ///
    /// - Parameters:
    ///   - year: the season.
    ///   - target: which one; nil for the newest one before the live one that no rollback has replaced.
    ///   - entry: what is live.
    ///   - recalled: contents that must not be offered.
    ///   - wanting: what needs it.
    /// - Returns: its entry as it was signed.
    /// - Throws: ``PublishError/season(_:)`` if there is none, or its zip is gone.
    func earlier(
        _ year: BundleYear, _ target: VersionPrefix?, than entry: PublishedBundle,
        excluding recalled: [ContentVersion], wantedBy wanting: SeasonProblem.Wanting
    ) throws(PublishError) -> PublishedBundle {
        if let target, let version = recalled.first(where: target.matches) {
            throw .season(.recalled(year, version, .named))
        }
        let history = try history()
        guard let found = newest(in: history, before: entry, target, excluding: recalled) else {
            let foreign = history.newest(before: entry, target, excluding: recalled) { _ in true }
            throw .season(
                .noEarlier(
                    year, place: destination.name, digits: target?.digits,
                    foreign: foreign?.custom.version, isPruned: history.isPruned,
                    wantedBy: wanting))
        }
        guard try PublishedZips(destination: destination).hasWhole(found) else {
            throw .season(
                .zipMissing(
                    year, found.custom.version, path: "\(destination.name)/\(found.zipPath)"))
        }
        return found
    }

    /// True if a rollback without a name would find a content.
    ///
    /// - Parameters:
    ///   - year: the season.
    ///   - entry: what is live.
    /// - Returns: true if there is an earlier content that may be offered, and its zip is there.
    /// - Throws: ``PublishError`` if the place cannot be read.
    func hasEarlier(
        _ year: BundleYear, than entry: PublishedBundle
    ) throws(PublishError) -> Bool {
        guard
            let found = try newest(
                in: history(), before: entry, nil, excluding: entry.custom.recalled)
        else { return false }
        return try isThere(found)
    }

    /// The newest earlier content that may be offered.
    ///
    /// If what is live is ours, a command goes back to something else only by name: a thief may have signed it
    /// before we published again.
    private func newest(
        in history: RepositoryHistory, before entry: PublishedBundle, _ target: VersionPrefix?,
        excluding recalled: [ContentVersion]
    ) -> PublishedBundle? {
        let year = entry.custom.year
        let takesAny = target != nil || !isOurs(entry.custom.version, year)
        // A thief may have lifted a recall of ours, or offered again what we went back from. Only a name leads to
        // such a content.
        let withheld = target == nil ? withheldByUs(year, history) : []
        return history.newest(before: entry, target, excluding: recalled + withheld) {
            takesAny || isOurs($0, year)
        }
    }

    /// What this home has recalled, and what it went back from, unless a later state has offered that again.
    private func withheldByUs(
        _ year: BundleYear, _ history: RepositoryHistory
    ) -> [ContentVersion] {
        guard let word = wordOfOurs(year) else { return [] }
        let since = word.signedVersion ?? 0
        let later = history.entries.filter { $0.wasLive && $0.since.unixSeconds > since }
        let again = later.compactMap { $0.bundles[year]?.custom.version }
        return word.recalled + word.rolledBack.filter { !again.contains($0) }
    }

    private func isThere(_ bundle: PublishedBundle) throws(PublishError) -> Bool {
        try PublishedZips(destination: destination).has(bundle)
    }
}

extension RepositoryHistory {
    /// The newest content of a season that may be offered in the place of the live one.
    ///
    /// What was gone back from is offered again only by name.
    fileprivate func newest(
        before entry: PublishedBundle, _ target: VersionPrefix?,
        excluding recalled: [ContentVersion], where mayBeOffered: (ContentVersion) -> Bool
    ) -> PublishedBundle? {
        newest(entry.custom.year, orNeverLive: target != nil) { version in
            guard version != entry.custom.version, !recalled.contains(version),
                mayBeOffered(version)
            else { return false }
            return target?.matches(version) ?? !entry.custom.rolledBack.contains(version)
        }
    }
}
