import BundleArchive
import BundleFormat
import SeasonAuthoring
import TUF

/// What a publish would do, and what people would see.
package struct PlanReport {
    /// A season's plan, and what people would see of it.
    package struct Season {
        package let plan: PublishPlan.Season
        /// Bytes of the zip that is live.
        package let oldBytes: Int?
        /// Bytes of the zip that will be.
        package let newBytes: Int?
        /// What looks different; nil if nothing can look different.
        package let difference: SeasonDifference?
        package var problem: String?
        /// True if all of its tables come, or all of them go.
        package var isWhole: Bool { plan.old == nil || plan.new == nil }
    }

    package let place: String
    package let plan: PublishPlan
    package let seasons: [Season]
    package let notes: [Advice]
    /// Lines of `decisions.txt` that have no effect.
    package let warnings: [Diagnostic]

    package var isUnchanged: Bool { plan.signing == .nothing }
    package var changed: [Season] { seasons.filter { $0.plan.change != .unchanged } }

    /// Fetches and verifies what is live, and unpacks what will be published; no `years` means all.
    package init(
        _ facts: PublishFacts, place: String, years: Set<BundleYear> = []
    ) throws(PublishError) {
        self.place = place
        plan = facts.plan
        notes = facts.notes
        warnings = facts.warnings
        var seasons: [Season] = []
        for season in facts.plan.seasons where years.isEmpty || years.contains(season.year) {
            seasons.append(try Self.season(season, facts))
        }
        self.seasons = seasons
    }

    private static func season(
        _ season: PublishPlan.Season, _ facts: PublishFacts
    ) throws(PublishError) -> Season {
        let old = facts.live?.bundles[season.year]
        guard [.added, .changed, .removed, .withdrawn].contains(season.change) else {
            return Season(
                plan: season, oldBytes: old?.target.lengthBytes,
                newBytes: old?.target.lengthBytes, difference: nil)
        }
        var before: SeasonView?
        var problem: String?
        if let old, let live = facts.live {
            do throws(PublishError) {
                before = SeasonView(try live.repository.contents(of: old))
            } catch {
                problem = error.message
            }
        }
        let packed = facts.packed[season.year].flatMap { $0.version == season.new ? $0 : nil }
        let new = facts.offering?.seasons[season.year]
        // A replacement is not in the folder.
        let contents: BundleContents?
        if let packed {
            contents = try packed.contents()
        } else {
            contents = new.flatMap { try? facts.live?.repository.contents(of: $0) }
        }
        return Season(
            plan: season, oldBytes: old?.target.lengthBytes, newBytes: new?.target.lengthBytes,
            difference: SeasonDifference(from: before, to: contents.map(SeasonView.init)),
            problem: problem)
    }
}
