import BreakdownRenderer
import BundleArchive
import BundleFormat
import JSON

/// What `check` does: everything that keeps a season from being published, and what its author should
/// know besides.
struct CheckRun {
    let folder: String
    /// The years asked for; none means all.
    let years: Set<BundleYear>
    let updatesTables: Bool
    /// Files of real matches.
    let matches: [String]

    /// What came of it.
    struct Report {
        var seasons: [Season] = []
        /// Expected tables that were written, and what changed in each.
        var written: [(path: String, difference: [String])] = []
        var diagnostics: [Diagnostic] = []

        /// A season without mistakes.
        struct Season {
            let contents: BundleContents
            let size: SizeReview.Size?
            /// What came of the matches that were given; nil where none of this season were.
            var matches: MatchPile.Outcome?
        }
    }

    /// Checks.
    ///
    /// - Throws: ``PublishError`` where a folder or file cannot be read, or a table not be written.
    func run() throws(PublishError) -> Report {
        let pile = try MatchPile(matches)
        let evidence = pile.evidence()
        let checked = try ContentCheck(
            folder: folder, years: years, updatesTables: updatesTables, evidence: evidence
        ).run()
        var report = Report(diagnostics: checked.diagnostics)
        report.written = checked.written.map { ($0, checked.changes[$0] ?? []) }
        let sources = try SeasonReader.read(folder, years: years).seasons
        for contents in checked.seasons {
            var season = Report.Season(contents: contents, size: SizeReview.size(contents))
            if let source = sources.first(where: { $0.year == contents.year }),
                let reviewed = try? ReviewedSeason(
                    source, in: folder, beside: evidence[contents.year])
            {
                report.diagnostics += SeasonReview.diagnostics(reviewed, contents, in: folder)
                if pile.values[contents.year] != nil {
                    let outcome = pile.rendered(
                        contents.year, with: reviewed.descriptions.mapValues(\.description))
                    report.diagnostics += outcome.diagnostics(at: source.description.path)
                    season.matches = outcome
                }
            }
            report.seasons.append(season)
        }
        // Of all seasons at once they would bury the rest; whoever works on one names it.
        if years.isEmpty { report.diagnostics.removeAll(where: \.isNote) }
        return report
    }
}
