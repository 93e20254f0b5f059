import BundleFormat
import SeasonAuthoring
import TUF

/// Shows an earlier content of a season instead of the present one.
package struct Rollback: Deciding {
    let year: BundleYear
    /// Which content; nil for the newest earlier one.
    let target: VersionPrefix?

    package init(year: BundleYear, target: VersionPrefix?) {
        (self.year, self.target) = (year, target)
    }

    package func decide(_ view: DecisionView) throws(PublishError) -> Decided {
        let shown = try view.shown(year)
        if let target {
            let version = try view.version(target, year)
            try view.requireServable(version, year)
            return version == shown ? alreadyShown(version) : view.showing(version, year)
        }
        // A command that was killed has added its line: the same command signs that one.
        if let live = view.live, let given = live.given[year],
            live.record?.decisions.shown(year, given: given.version) != shown
        {
            return alreadyShown(shown)
        }
        if let found = try view.earlier(year, than: shown) {
            return view.goingBack(to: found, year)
        }
        throw PublishError(
            "\(view.place): expected an earlier content of \(year) that may be shown, found none",
            remedy: "name a content with --to; any other is published from bundles/\(year)",
            details: view.choices(year))
    }

    private func alreadyShown(_ version: ContentVersion) -> Decided {
        Decided(notes: ["\(year) shows \(version.short) already"])
    }
}
