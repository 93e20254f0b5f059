import BundleFormat
import TUF

/// Shows an earlier content of a season instead of the present one.
package struct Rollback: Deciding {
    package let year: BundleYear
    /// Which content; nil for the newest earlier one.
    package let target: VersionPrefix?

    package init(year: BundleYear, target: VersionPrefix?) {
        (self.year, self.target) = (year, target)
    }

    package func decide(_ view: DecisionView) throws(PublishError) -> Decided {
        let shown = try view.shown(year)
        guard let target else { return try decideItself(view, shown) }
        let version = try view.version(target, year)
        guard !view.decisions.isRecalled(year, version) else {
            throw .season(.recalled(year, version, choices: view.choices(year)))
        }
        guard version != shown else {
            return Decided(notes: [.shownAlready(year, version)])
        }
        return Decided(entries: view.showing(version, year))
    }

    private func decideItself(
        _ view: DecisionView, _ shown: ContentVersion
    ) throws(PublishError) -> Decided {
        // A command that was killed has added its line: the same command signs that one.
        if let live = view.live, let given = live.given[year],
            live.record?.decisions.shown(year, given: given.version) != shown
        {
            return Decided(notes: [.shownAlready(year, shown)])
        }
        guard let found = try view.earlier(year, than: shown) else {
            throw .season(.noEarlier(year, place: view.place, choices: view.choices(year)))
        }
        return Decided(
            entries: view.showing(found.version, year), notes: [.goesBackTo(year, found)])
    }
}
