import BundleFormat
import TUF

/// Says which programs see which content, for seasons that are offered in more than one form.
struct LevelNotes {
    let plan: PublishPlan
    /// What is live; nil if nothing is, or if it cannot be read.
    let forms: SeasonForms?
    /// Forms of lower levels that are signed beside the newest one, although they are not live.
    let older: [TargetFile]
    /// The level that each season needs from now on.
    let formats: [BundleYear: Int]

    /// A note for each season that changes and needs, or needed, more than level 1.
    var notes: [PublishNote] { plan.seasons.compactMap(levelNote) }

    private func levelNote(for season: PublishPlan.Season) -> PublishNote? {
        guard let new = season.new, [.added, .changed].contains(season.change),
            let level = formats[season.year]
        else { return nil }
        let back = older.compactMap { PublishedBundle($0) }.filter { $0.custom.year == season.year }
        let live =
            back.isEmpty
            ? [forms?.newest[season.year]].compactMap { $0 } + (forms?.older[season.year] ?? [])
            : back
        guard level > 1 else {
            guard let old = live.first?.custom, old.format > 1 else { return nil }
            return .needsLevelOne(season.year, new)
        }
        return .needsLevel(
            level, season.year, new,
            others: live.first {
                $0.custom.format < level && !$0.custom.recalled.contains($0.custom.version)
            }?.custom.version)
    }
}
