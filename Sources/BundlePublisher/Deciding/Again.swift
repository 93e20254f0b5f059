import BundleFormat
import TUF

/// Offers contents of the folder of seasons although lines replace them.
struct Again: Deciding {
    let years: Set<BundleYear>
    /// The contents of the folder.
    let given: [BundleYear: StoredZip]

    func decide(_ view: DecisionView) throws(PublishError) -> Decided {
        var decided = Decided()
        for year in years.sorted() {
            guard let version = given[year]?.version else {
                decided.notes.append(.againUnused(year))
                continue
            }
            guard view.decisions.replacement(of: version, year) != nil else {
                decided.notes.append(.shownAlready(year, version))
                continue
            }
            decided.entries.append(.init(year: year, version: version, decision: .again))
        }
        return decided
    }
}
