import BundleFormat
import TUF

/// Changes who follows the content that a season shows.
package struct Waves: Deciding {
    package let year: BundleYear
    /// The new waves, or nil to stop the rollout.
    package let setting: WavesSetting?

    package init(year: BundleYear, setting: WavesSetting?) {
        (self.year, self.setting) = (year, setting)
    }

    package func decide(_ view: DecisionView) throws(PublishError) -> Decided {
        let shown = try view.shown(year)
        let decision = setting.map { DecisionLine.Decision.waves($0) } ?? .stop
        guard view.decisions.line(.rollout, year, shown)?.decision != decision else {
            return Decided(notes: [.rolloutAlready(year, shown)])
        }
        return Decided(entries: [.init(year: year, version: shown, decision: decision)])
    }
}

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
