import BreakdownRenderer
import BundleFormat
import SeasonAuthoring

/// A season as its files are now: what its samples show and what is wrong with it.
struct PreviewContent {
    /// A sample and its tables.
    struct Sample {
        let name: String
        /// The tables; nil if there were none yet.
        let rendered: RenderedBreakdown?
        /// True if the tables are from the time before a mistake was made.
        let isOld: Bool
    }

    let year: BundleYear
    var samples: [Sample] = []
    var diagnostics: [Diagnostic] = []
    /// How many expected tables differ from the samples' present tables.
    var changedTablesCount = 0
    /// How long reading and checking took.
    var took = Duration.zero

    /// The state of the season in a few words.
    var summary: String {
        let (errors, warnings) = (diagnostics.mistakesCount, diagnostics.warningsCount)
        var words = [errors == 0 ? "no mistakes" : counted(errors, "error")]
        if warnings > 0 { words.append(counted(warnings, "warning")) }
        if changedTablesCount > 0 {
            words.append("\(counted(changedTablesCount, "expected table")) to renew")
        }
        return words.joined(separator: ", ") + " in \(Int64(took / .milliseconds(1))) ms"
    }
}

/// Reads a season again and again while its author works on it.
struct PreviewLoader {
    let folder: String
    let year: BundleYear

    /// Reads it; every failure is one of its diagnostics.
    func load(after previous: PreviewContent?) -> PreviewContent {
        let start = ContinuousClock.now
        var content = PreviewContent(year: year)
        do {
            let reader = try SeasonReader.read(folder, years: [year])
            content.diagnostics = reader.diagnostics
            if let season = reader.seasons.first { add(season, to: &content, after: previous) }
        } catch {
            let remedy = error.remedy.map(PrintedCommands(bundles: folder).text)
            content.samples = previous?.samples ?? []
            content.diagnostics =
                error.diagnostics.isEmpty
                ? [Diagnostic(file: "\(folder)/\(year)", message: error.message, remedy: remedy)]
                : error.diagnostics
        }
        content.diagnostics = content.diagnostics.inReadingOrder()
        content.took = ContinuousClock.now - start
        return content
    }

    private func add(
        _ season: SeasonSource, to content: inout PreviewContent, after previous: PreviewContent?
    ) {
        // A changed table is what an author at work wants to see, so it is no mistake yet.
        let outcome = SeasonCheck(folder: folder, updatesTables: true).run(season)
        content.diagnostics += outcome.diagnostics
        content.changedTablesCount = outcome.tables.count
        content.samples = outcome.samples.map { sample in
            let old = previous?.samples.first { $0.name == sample.name }
            return PreviewContent.Sample(
                name: sample.name, rendered: sample.rendered ?? old?.rendered,
                isOld: sample.rendered == nil)
        }
        if let checked = outcome.season {
            // Fields without a row are no news for an author at work.
            content.diagnostics += SeasonReview.ofTables(checked)
        }
    }
}
