import BundleFormat
import SeasonAuthoring
import TUF

/// Offers contents of the folder of seasons although lines replace them.
struct Again: Deciding {
    let years: Set<BundleYear>
    let given: [BundleYear: StoredZip]

    func decide(_ view: DecisionView) -> Decided {
        var decided = Decided()
        for year in years.sorted() {
            if let version = given[year]?.version {
                if view.decisions.replacement(of: version, year) == nil {
                    decided.notes.append("\(year) shows \(version.short) already")
                } else {
                    decided.add(.again, year, version)
                }
            } else {
                decided.notes.append("--again \(year) shows nothing: there is no bundles/\(year)")
            }
        }
        return decided
    }
}
