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
        package fileprivate(set) var difference: SeasonDifference?
        package fileprivate(set) var problem: String?
        /// True if all of its tables come, or all of them go.
        package var isWhole: Bool { plan.old == nil || plan.new == nil }
    }

    package let publish: Publisher.Report
    package let seasons: [Season]

    package var isUnchanged: Bool { publish.plan.signing == .nothing }
    package var changed: [Season] { seasons.filter { $0.plan.change != .unchanged } }

    /// Fetches and verifies the live state, and unpacks what will be published; no `years` means all.
    package init(_ publish: Publisher.Report, years: Set<BundleYear> = []) throws(PublishError) {
        self.publish = publish
        var seasons: [Season] = []
        for season in publish.plan.seasons where years.isEmpty || years.contains(season.year) {
            seasons.append(try Self.season(season, publish))
        }
        self.seasons = seasons
    }

    private static func season(
        _ season: PublishPlan.Season, _ publish: Publisher.Report
    ) throws(PublishError) -> Season {
        let (old, new) = (publish.live?.bundles[season.year], publish.bundles[season.year])
        var report = Season(
            plan: season, oldBytes: old?.target.lengthBytes, newBytes: new?.target.lengthBytes)
        guard [.added, .changed, .removed, .withdrawn].contains(season.change) else {
            return report
        }
        var before: SeasonView?
        if let old, let live = publish.live {
            do throws(PublishError) {
                before = SeasonView(try live.contents(of: old))
            } catch {
                report.problem = error.message
            }
        }
        let packed = publish.packed[season.year].flatMap { $0.version == season.new ? $0 : nil }
        // A replacement is not in the folder.
        let contents = try packed?.contents() ?? new.flatMap { try? publish.live?.contents(of: $0) }
        report.difference = SeasonDifference(from: before, to: contents.map(SeasonView.init))
        return report
    }
}
