import BundleFormat
import TUF

/// Offers what another repository offers: its entries and the very same zips.
package struct PromoteEdit: EntryEdit {
    /// What the other repository offers.
    package let source: PromoteSource
    /// The seasons; if empty, all that the other repository has.
    package let years: Set<BundleYear>
    /// Which machines follow a new content.
    package var rollout: Rollout?
    /// Seasons that are offered though their content was rolled back.
    package var again: Set<BundleYear> = []

    /// Describes what to offer.
    package init(
        source: PromoteSource, years: Set<BundleYear>, rollout: Rollout? = nil,
        again: Set<BundleYear> = []
    ) {
        self.source = source
        self.years = years
        self.rollout = rollout
        self.again = again
    }

    package func revision(of live: LiveEntries) throws(PublishError) -> EntryRevision {
        let offered = source.bundles
        for year in years.sorted() where offered[year] == nil {
            throw .season(.notAtSource(year, place: source.live.place))
        }
        var revision = EntryRevision()
        let memory = try live.memory(
            Set(offered.keys).filter {
                (years.isEmpty || years.contains($0)) && live.published[$0] == nil
            })
        for (year, bundle) in offered.sorted(by: { $0.key < $1.key })
        where years.isEmpty || years.contains(year) {
            let mine = live.published[year].map { SeasonWord($0) } ?? memory[year] ?? SeasonWord()
            guard live.published[year]?.custom.version != bundle.custom.version else {
                let isWithdrawnThere = bundle.custom.recalled.contains(bundle.custom.version)
                if isWithdrawnThere, !mine.isWithdrawn {
                    revision.notes.append(
                        .recalledThere(year, bundle.custom.version, source: source.live.place))
                }
                continue
            }
            guard again.contains(year) || !mine.rolledBack.contains(bundle.custom.version) else {
                revision.notes.append(.rolledBackHere(year, source: source.live.place))
                continue
            }
            let recalled = merged(mine.recalled, bundle.custom.recalled)
            guard !recalled.contains(bundle.custom.version) else {
                let isRecalledHere = mine.recalled.contains(bundle.custom.version)
                throw .season(
                    .recalled(
                        year, bundle.custom.version,
                        isRecalledHere
                            ? .promoted(from: source.live.place, to: live.destination.name)
                            : .source(place: source.live.place)))
            }
            revision.zips[bundle.zipPath] = try source.live.download(bundle.target)
            revision.bundles[year] = bundle.signed(
                published: live.now.description, rollout: rollout, recalled: recalled,
                rolledBack: mine.rolledBack.filter { $0 != bundle.custom.version })
        }
        return revision
    }

    private func merged(
        _ first: [ContentVersion], _ second: [ContentVersion]
    ) -> [ContentVersion] {
        first + second.filter { !first.contains($0) }
    }
}
