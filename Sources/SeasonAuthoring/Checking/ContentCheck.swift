import BreakdownRenderer
import BundleArchive
import BundleFormat
import Files

/// The seasons of a folder after their check.
package struct CheckedContent {
    /// The seasons without mistakes, in the form that is published, by year.
    package var seasons: [CheckedSeason] = []
    /// Expected tables that were written, with ``ContentCheck/updatesTables``, and what changed in each: lines with
    /// `-` and `+`.
    package var written: [(path: String, difference: [String])] = []
    package var diagnostics: [Diagnostic] = []
}

extension BundleContents {
    package var samplesCount: Int { files.keys.count { $0.description.hasSuffix(".txt") } }
}

/// Reads, compiles and renders all seasons of a folder.
package struct ContentCheck {
    package let folder: String
    /// The years that were asked for; empty for all.
    package var years: Set<BundleYear> = []
    /// Whether tables that differ, or are missing, are written instead of reported.
    package var updatesTables = false
    /// Known facts about the seasons besides their samples.
    package var evidence: [BundleYear: Evidence] = [:]

    package init(
        folder: String, years: Set<BundleYear> = [], updatesTables: Bool = false,
        evidence: [BundleYear: Evidence] = [:]
    ) {
        self.folder = folder
        self.years = years
        self.updatesTables = updatesTables
        self.evidence = evidence
    }

    /// Checks the seasons.
    ///
    /// - Throws: ``AuthoringError`` if the folder cannot be read or a table cannot be written.
    package func run() throws(AuthoringError) -> CheckedContent {
        let reader = try SeasonReader.read(folder, years: years)
        var checked = CheckedContent(diagnostics: reader.diagnostics)
        let seasons = concurrently(reader.seasons) {
            SeasonCheck(folder: folder, evidence: evidence[$0.year], updatesTables: updatesTables)
                .run($0)
        }
        for season in seasons {
            checked.diagnostics += season.diagnostics
            if let season = season.season { checked.seasons.append(season) }
            for (path, table, difference) in season.tables {
                try onDisk(try Files.replaceFileAndSync(at: path, with: Array(table.utf8)))
                checked.written.append((path, difference))
            }
        }
        return checked
    }

    /// Checks the seasons and accepts no mistake.
    ///
    /// - Returns: the seasons; at least one.
    /// - Throws: ``AuthoringError``, with all mistakes if there are some.
    package func runStrictly() throws(AuthoringError) -> [CheckedSeason] {
        let checked = try run()
        try refuseMistakes(checked.diagnostics, seasonsCount: checked.seasons.count)
        return checked.seasons
    }

    /// Accepts no mistake, and at least one season.
    package func refuseMistakes(
        _ diagnostics: [Diagnostic], seasonsCount: Int
    ) throws(AuthoringError) {
        guard diagnostics.mistakesCount == 0 else { throw .mistakes(diagnostics) }
        guard seasonsCount > 0 else {
            throw .noSeason(folder: folder)
        }
    }
}
