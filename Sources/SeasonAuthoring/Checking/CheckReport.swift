import BreakdownRenderer
import BundleArchive
import BundleFormat
import JSON

/// What `check` finds: mistakes that stop a publish, and other things that the author should know.
package struct CheckReport {
    package private(set) var seasons: [Season] = []
    /// Expected tables that were written, and what changed in each.
    package let written: [(path: String, difference: [String])]
    package var diagnostics: [Diagnostic]
    /// Notes that are shown only if a year is named.
    package private(set) var hiddenNotesCount = 0

    /// A season without mistakes.
    package struct Season {
        package let contents: BundleContents
        package let size: SizeReview.Size?
        /// What the given matches showed; nil if none of them is of this season.
        package var matches: DrawnMatches?
    }

    /// Checks the seasons.
    ///
    /// - Parameters:
    ///   - years: the years that were asked for; empty for all.
    /// - Throws: ``AuthoringError`` if a file cannot be read, or a table cannot be written.
    package init(
        folder: String, years: Set<BundleYear>, updatesTables: Bool = false, matches: [String] = [],
        fetched: [JSON] = []
    ) throws(AuthoringError) {
        let pile = try MatchPile(
            matches, beside: fetched, of: years.count == 1 ? years.first : nil)
        let evidence = pile.evidence()
        let checked = try ContentCheck(
            folder: folder, years: years, updatesTables: updatesTables, evidence: evidence
        ).run()
        written = checked.written
        diagnostics =
            checked.diagnostics
            + pile.unused(besides: years.union(checked.seasons.map(\.source.year)))
        for season in checked.seasons {
            var reported = Season(contents: season.contents, size: SizeReview.size(season.contents))
            diagnostics += SeasonReview.diagnostics(season, in: folder)
            if pile.values[season.source.year] != nil {
                let drawn = pile.drawn(
                    season.source.year, with: season.descriptions.mapValues(\.description))
                diagnostics += drawn.diagnostics(at: season.source.description.file.path)
                reported.matches = drawn
            }
            seasons.append(reported)
        }
        // The notes on all seasons would hide the mistakes; an author who works on one names its year.
        if years.isEmpty, checked.seasons.count > 1 || diagnostics.mistakesCount > 0 {
            hiddenNotesCount = diagnostics.count(where: \.isNote)
            diagnostics.removeAll(where: \.isNote)
        }
    }
}
