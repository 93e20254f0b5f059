import BundleFormat
import SeasonAuthoring
import TUF

/// Changes who follows the content that a season shows.
package struct Waves: Deciding {
    let year: BundleYear
    /// The new waves, or nil to stop the rollout.
    let setting: WavesSetting?

    package init(year: BundleYear, setting: WavesSetting?) {
        (self.year, self.setting) = (year, setting)
    }

    package func decide(_ view: DecisionView) throws(PublishError) -> Decided {
        let shown = try view.shown(year)
        let decision = setting.map { DecisionLine.Decision.waves($0) } ?? .stop
        var decided = Decided()
        if view.decisions.line(.rollout, year, shown)?.decision == decision {
            decided.notes.append("the rollout of \(shown.short) of \(year) already has this course")
        } else {
            decided.add(decision, year, shown)
        }
        return decided
    }
}
