import BreakdownRenderer
import BundleArchive
import BundleFormat
import JSON

/// The work of `check`: finds mistakes that stop a publish, and other things that the author should know.
package struct CheckRun {
    package let folder: String
    /// The years that were asked for; empty for all.
    package let years: Set<BundleYear>
    package let updatesTables: Bool
    /// Files of real matches.
    package let matches: [String]
    /// Real matches that were fetched.
    package let fetched: [JSON]

    /// Describes a run; nothing is read yet.
    package init(
        folder: String, years: Set<BundleYear>, updatesTables: Bool, matches: [String],
        fetched: [JSON] = []
    ) {
        self.folder = folder
        self.years = years
        self.updatesTables = updatesTables
        self.matches = matches
        self.fetched = fetched
    }

    /// What a run found.
    package struct Report {
        package var seasons: [Season] = []
        /// Expected tables that were written, and what changed in each.
        package var written: [(path: String, difference: [String])] = []
        package var diagnostics: [Diagnostic] = []
        /// Notes that are shown only if a year is named.
        package var hiddenNotesCount = 0

        /// A season without mistakes.
        package struct Season {
            package let contents: BundleContents
            package let size: SizeReview.Size?
            /// What the given matches showed; nil if none of them is of this season.
            package var matches: MatchPile.Outcome?
        }
    }

    /// Checks the seasons.
    ///
    /// - Throws: ``AuthoringError`` if a file cannot be read, or a table cannot be written.
    package func run() throws(AuthoringError) -> Report {
        let pile = try MatchPile(matches, beside: fetched)
        let evidence = pile.evidence()
        let checked = try ContentCheck(
            folder: folder, years: years, updatesTables: updatesTables, evidence: evidence
        ).run()
        var report = Report(diagnostics: checked.diagnostics)
        report.diagnostics += pile.unused(
            besides: years.union(checked.seasons.map(\.source.year)))
        report.written = checked.written.map { ($0, checked.changes[$0] ?? []) }
        for season in checked.seasons {
            var reported = Report.Season(
                contents: season.contents, size: SizeReview.size(season.contents))
            report.diagnostics += SeasonReview.diagnostics(season, in: folder)
            if pile.values[season.source.year] != nil {
                let outcome = pile.rendered(
                    season.source.year, with: season.descriptions.mapValues(\.description))
                report.diagnostics += outcome.diagnostics(at: season.source.description.file.path)
                reported.matches = outcome
            }
            report.seasons.append(reported)
        }
        // The notes on all seasons would hide the mistakes; an author who works on one names its year.
        if years.isEmpty, checked.seasons.count > 1 || report.diagnostics.mistakesCount > 0 {
            report.hiddenNotesCount = report.diagnostics.count(where: \.isNote)
            report.diagnostics.removeAll(where: \.isNote)
        }
        return report
    }
}
