import BreakdownRenderer
import BundleArchive
import BundleFormat
import JSON
import SeasonAuthoring
import TUF

/// What a publish would do, and what people would see.
package struct PlanReport {
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

    package let publish: PublishReport
    package var notes: [Advice]
    package let seasons: [Season]

    package var isUnchanged: Bool { publish.plan.signing == .nothing }
    package var changed: [Season] { seasons.filter { $0.plan.change != .unchanged } }

    /// Fetches and verifies the live state, and unpacks what will be published; no `years` means all.
    package init(_ publish: PublishReport, years: Set<BundleYear> = []) throws(PublishError) {
        (self.publish, notes) = (publish, publish.notes)
        var seasons: [Season] = []
        for season in publish.plan.seasons where years.isEmpty || years.contains(season.year) {
            seasons.append(try Self.season(season, publish))
        }
        self.seasons = seasons
    }

    private static func season(
        _ season: PublishPlan.Season, _ publish: PublishReport
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
        let contents = try new.flatMap { (new) throws(PublishError) in
            try publish.contents(of: new)
        }
        report.difference = SeasonDifference(from: before, to: contents.map(SeasonView.init))
        return report
    }
}

extension PublishReport {
    /// The files of a bundle that will be live: packed just now, or in the repository; nil if it is gone.
    fileprivate func contents(of bundle: PublishedBundle) throws(PublishError) -> BundleContents? {
        guard let zip = decision.zips[bundle.zipPath] else {
            return try? live?.contents(of: bundle)
        }
        return try converting(
            try Unpacker.contents(
                of: zip, expecting: bundle.custom.version, year: bundle.custom.year)
        ) { (error: BundleFormatError) in PublishError("\(bundle.custom.year): \(error)") }
    }
}

/// What changes for people who look at a season: the same matches before and after.
package struct SeasonDifference {
    package struct Sample {
        package let name: String
        /// How it looks now; nil if no description draws it.
        package let before: RenderedBreakdown?
        package let after: RenderedBreakdown?

        /// Both tables in the form of expected tables, `-` before and `+` after; empty if they are alike.
        package var lines: [String] {
            LineDifference.lines(
                expected: text(before), found: text(after), linesMax: PublishLimits.planLinesMax)
        }

        private func text(_ rendered: RenderedBreakdown?) -> String {
            rendered.map(ExpectedFormatter().format) ?? ""
        }
    }

    /// The samples that will look different, by name.
    package let different: [Sample]
    package let comparedCount: Int

    /// Compares two contents of a season on all their samples.
    ///
    /// If both have a sample of the same name, both draw the new one, so that only the descriptions make a
    /// difference.
    package init(from before: SeasonView?, to after: SeasonView?) {
        let samples = (before?.samples ?? [:]).merging(after?.samples ?? [:]) { $1 }
        comparedCount = samples.count
        different = samples.sorted { $0.key < $1.key }.compactMap { name, bytes in
            let sample = Sample(
                name: name, before: before?.rendered(bytes), after: after?.rendered(bytes))
            return sample.before == sample.after ? nil : sample
        }
    }
}

/// A season's content as people see it: its descriptions, applied by the present renderer.
package struct SeasonView {
    let year: BundleYear
    /// The matches and statistics that come with it, by name.
    let samples: [String: [UInt8]]
    private let descriptions: [Subject: Description]

    /// Reads a bundle's files; a description that this build does not understand counts as none, as in
    /// every renderer.
    init(_ contents: BundleContents) {
        year = contents.year
        var samples: [String: [UInt8]] = [:]
        var descriptions: [Subject: Description] = [:]
        for (path, bytes) in contents.files {
            let name = path.description
            switch name {
            case BundleFile.description: descriptions[.match] = Self.description(bytes, .match)
            case BundleFile.insights: descriptions[.insights] = Self.description(bytes, .insights)
            default:
                guard name.hasPrefix("\(BundleFile.samples)/"), name.hasSuffix(".json") else {
                    continue
                }
                samples[String(name.dropFirst(BundleFile.samples.count + 1).dropLast(5))] = bytes
            }
        }
        (self.samples, self.descriptions) = (samples, descriptions)
    }

    private static func description(_ bytes: [UInt8], _ subject: Subject) -> Description? {
        guard let json = try? JSON.parse(bytes, limits: .description) else { return nil }
        return try? Description.decode(json, of: subject)
    }

    /// A match, or an event's statistics, as this season shows it; nil if it is neither.
    func rendered(_ bytes: [UInt8]) -> RenderedBreakdown? {
        guard let json = try? JSON.parse(bytes, limits: .match) else { return nil }
        guard let source = try? TableSource.decodeSample(json, of: year.number) else { return nil }
        return Renderer().render(source, with: descriptions[source.subject])
    }
}
