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
