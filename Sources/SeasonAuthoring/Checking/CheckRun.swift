import BreakdownRenderer
import BundleArchive
import BundleFormat
import JSON

/// What `check` does: everything that keeps a season from being published, and what its author should
/// know besides.
package struct CheckRun {
    package let folder: String
    /// The years asked for; none means all.
    package let years: Set<BundleYear>
    package let updatesTables: Bool
    /// Files of real matches.
    package let matches: [String]

    /// Keeps the given values.
    package init(
        folder: String, years: Set<BundleYear>, updatesTables: Bool, matches: [String]
    ) {
        self.folder = folder
        self.years = years
        self.updatesTables = updatesTables
        self.matches = matches
    }

    /// What came of it.
    package struct Report {
        package var seasons: [Season] = []
        /// Expected tables that were written, and what changed in each.
        package var written: [(path: String, difference: [String])] = []
        package var diagnostics: [Diagnostic] = []

        /// A season without mistakes.
        package struct Season {
            package let contents: BundleContents
            package let size: SizeReview.Size?
            /// What came of the matches that were given; nil where none of this season were.
            package var matches: MatchPile.Outcome?
        }
    }

    /// Checks.
    ///
    /// - Throws: ``AuthoringError`` where a folder or file cannot be read, or a table not be written.
    package func run() throws(AuthoringError) -> Report {
        let pile = try MatchPile(matches)
        let evidence = pile.evidence()
        let checked = try ContentCheck(
            folder: folder, years: years, updatesTables: updatesTables, evidence: evidence
        ).run()
        var report = Report(diagnostics: checked.diagnostics)
        report.written = checked.written.map { ($0, checked.changes[$0] ?? []) }
        let sources = try SeasonReader.read(folder, years: years).seasons
        for contents in checked.seasons.map(\.contents) {
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
