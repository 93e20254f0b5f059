import BundleFormat

/// Which programs will see what, for the seasons that travel in more than one form.
struct LevelNotes {
    let plan: PublishPlan
    /// What is live; nil where nothing is, or where it cannot be read.
    let forms: SeasonForms?
    /// The level that each season needs from now on.
    let formats: [BundleYear: Int]

    /// A sentence for each season that becomes another and needs, or needed, more than level 1.
    var sentences: [String] { plan.seasons.compactMap(sentence) }

    private func sentence(_ season: PublishPlan.Season) -> String? {
        guard let new = season.new, [.added, .changed].contains(season.change),
            let level = formats[season.year]
        else { return nil }
        let live =
            [forms?.newest[season.year]].compactMap { $0 } + (forms?.older[season.year] ?? [])
        let name = "\(season.year) \(new.short)"
        guard level > 1 else {
            guard let old = live.first?.custom, old.format > 1 else { return nil }
            return "\(name) needs level 1 alone: programs of every level are offered it"
        }
        let kept = live.first { $0.custom.format < level }?.custom.version.short
        return "\(name) needs level \(level) of the description language; programs that read less "
            + (kept.map { "are offered \($0), as before" } ?? "are offered nothing of this year")
    }
}
