import BundleFormat
import TUF

/// Offers what another repository offers: its entries and the very same zips.
struct PromoteEdit: EntryEdit {
    /// The other repository, verified.
    let source: LiveRepository
    /// The seasons; none means all that it has.
    let years: Set<BundleYear>
    /// Who follows what becomes new.
    var rollout: Rollout?

    func revision(of live: LiveEntries) throws(PublishError) -> EntryRevision {
        let offered = try source.bundles()
        for year in years.sorted() where offered[year] == nil {
            throw .failed(
                "\(source.place): expected season \(year), found none", remedy: "publish it there")
        }
        var revision = EntryRevision()
        for (year, bundle) in offered where years.isEmpty || years.contains(year) {
            let mine = live.published[year]
            guard mine?.custom.version != bundle.custom.version else { continue }
            let recalled = merged(mine?.custom.recalled ?? [], bundle.custom.recalled)
            guard !recalled.contains(bundle.custom.version) else {
                throw .failed(
                    "\(year): expected a content that may be served, found that "
                        + "\(bundle.custom.version.short) is recalled",
                    remedy: "put it right in \(source.place) first")
            }
            revision.zips[bundle.zipPath] = try source.download(bundle.target)
            revision.bundles[year] = bundle.signed(
                published: live.now.description, rollout: rollout, recalled: recalled,
                rolledBack: [])
        }
        return revision
    }

    private func merged(
        _ first: [ContentVersion], _ second: [ContentVersion]
    ) -> [ContentVersion] {
        first + second.filter { !first.contains($0) }
    }
}
