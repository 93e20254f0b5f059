import BreakdownRenderer
import BundleFormat
import BundlePublisher
import SeasonAuthoring

/// A season as its files are now: what its samples show and what is wrong with it.
struct PreviewContent: Sendable {
    /// A sample and its tables.
    struct Sample: Sendable {
        let name: String
        /// The tables; nil if there were none yet.
        let rendered: RenderedBreakdown?
        /// True if the tables are from the time before a mistake was made.
        let isOld: Bool
    }

    let year: BundleYear
    let samples: [Sample]
    let diagnostics: [Diagnostic]
    /// How many expected tables differ from the samples' present tables.
    let changedTablesCount: Int
    /// The season as it would be published; nil while it has mistakes.
    let packed: PackedSeason?
    /// How long reading and checking took.
    let took: Duration

    /// The state of the season in a few words.
    var summary: String {
        let (errors, warnings) = (diagnostics.mistakesCount, diagnostics.warningsCount)
        var words = [errors == 0 ? "no mistakes" : counted(errors, "error")]
        if warnings > 0 { words.append(counted(warnings, "warning")) }
        if changedTablesCount > 0 {
            words.append("\(counted(changedTablesCount, "expected table")) to renew")
        }
        return words.joined(separator: ", ") + " in \(took.milliseconds) ms"
    }
}

extension Duration {
    /// Whole milliseconds.
    fileprivate var milliseconds: Int64 {
        components.seconds * 1_000 + components.attoseconds / 1_000_000_000_000_000
    }
}

/// Reads a season again and again while its author works on it.
struct PreviewLoader {
    /// The folder of seasons.
    let folder: String
    let year: BundleYear

    /// Reads it.
    ///
    /// - Returns: the content; every failure is one of its diagnostics.
    func load(after previous: PreviewContent?) -> PreviewContent {
        let start = ContinuousClock.now
        let reader: SeasonReader
        do {
            reader = try SeasonReader.read(folder, years: [year])
        } catch {
            let diagnostics = self.diagnostics(of: error, at: "\(folder)/\(year)")
            return PreviewContent(
                year: year, samples: previous?.samples ?? [], diagnostics: diagnostics,
                changedTablesCount: 0, packed: nil, took: ContinuousClock.now - start)
        }
        var diagnostics = reader.diagnostics
        var samples: [PreviewContent.Sample] = []
        var changedCount = 0
        var packed: PackedSeason?
        if let season = reader.seasons.first {
            // A changed table is what an author at work wants to see, so it is no mistake yet.
            let outcome = SeasonCheck(folder: folder, updatesTables: true).run(season)
            diagnostics += outcome.diagnostics
            changedCount = outcome.tables.count
            samples = outcome.samples.map { shown($0.name, $0.rendered, after: previous) }
            if let checked = outcome.season {
                // Fields without a row are no news for an author at work.
                diagnostics += SeasonReview.ofTables(checked)
                packed = try? PackedSeason(checked)
            }
        }
        return PreviewContent(
            year: year, samples: samples, diagnostics: diagnostics.inReadingOrder(),
            changedTablesCount: changedCount, packed: packed, took: ContinuousClock.now - start)
    }

    private func shown(
        _ name: String, _ rendered: RenderedBreakdown?, after previous: PreviewContent?
    ) -> PreviewContent.Sample {
        if let rendered {
            return PreviewContent.Sample(name: name, rendered: rendered, isOld: false)
        }
        let old = previous?.samples.first { $0.name == name }?.rendered
        return PreviewContent.Sample(name: name, rendered: old, isOld: true)
    }

    private func diagnostics(of error: AuthoringError, at path: String) -> [Diagnostic] {
        guard error.diagnostics.isEmpty else { return error.diagnostics }
        let remedy = error.remedy.map(PrintedCommands(bundles: folder).text)
        return [Diagnostic(file: path, message: error.message, remedy: remedy)]
    }
}
