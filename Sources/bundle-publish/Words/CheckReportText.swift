import BundleArchive
import BundleFormat
import BundlePublisher
import JSON
import SeasonAuthoring

/// What `check` prints.
enum CheckReportText {
    /// The tables that were written, with their changes; empty for none.
    static func written(_ report: CheckReport) -> String {
        report.written.flatMap { path, difference in
            ["wrote \(path)"] + difference.map { "    \($0)" }
        }.harmlessLines
    }

    /// The last line, of seasons without mistakes.
    static func summary(_ report: CheckReport) -> String {
        let samples = report.seasons.reduce(0) { $0 + $1.contents.samplesCount }
        var line = "\(counted(report.seasons.count, "season")), \(counted(samples, "sample"))"
        let outcomes = report.seasons.compactMap(\.matches)
        if !outcomes.isEmpty {
            let shown = outcomes.reduce(0) { $0 + $1.describedCount }
            let blank = outcomes.reduce(0) { $0 + $1.blankCount }
            line += ", \(counted(shown, "match", "matches")) shown"
            if blank > 0 { line += " (\(blank) more without a breakdown)" }
        }
        let notes = report.hiddenNotesCount
        return line + ": no mistakes"
            + (notes > 0 ? "; \(counted(notes, "note")), which check YEAR shows" : "")
    }

    /// One object, docs/check.schema.json.
    static func json(_ report: CheckReport) -> JSON {
        let counts = report.diagnostics
        return [
            "seasons": .array(report.seasons.map(season)),
            "diagnostics": .array(counts.inReadingOrder().map(diagnostic)),
            "written": .array(report.written.map { .string($0.path) }),
            "errors": .integer(Int64(counts.mistakesCount)),
            "warnings": .integer(Int64(counts.warningsCount)),
            "notes": .integer(Int64(counts.count(where: \.isNote))),
        ]
    }

    private static func season(_ season: CheckReport.Season) -> JSON {
        var object = JSONObject()
        object["year"] = .integer(Int64(season.contents.year.number))
        object["version"] = .string("\(season.contents.version)")
        object["samples"] = .integer(Int64(season.contents.samplesCount))
        if let size = season.size {
            object["zipBytes"] = .integer(Int64(size.zipBytes))
            object["unpackedBytes"] = .integer(Int64(size.unpackedBytes))
        }
        if let matches = season.matches {
            object["matches"] = [
                "shown": .integer(Int64(matches.describedCount)),
                "withoutBreakdown": .integer(Int64(matches.blankCount)),
                "generic": .array(matches.others.map { .string($0) }),
            ]
        }
        return .object(object)
    }

    private static func diagnostic(_ diagnostic: Diagnostic) -> JSON {
        var object = JSONObject()
        object["severity"] = .string(diagnostic.severity.rawValue)
        object["file"] = .string(diagnostic.file)
        if let place = diagnostic.place {
            object["line"] = .integer(Int64(place.position.line))
            object["column"] = .integer(Int64(place.position.column))
            object["length"] = .integer(Int64(place.length))
        }
        object["message"] = .string(diagnostic.message)
        if let remedy = diagnostic.remedy { object["remedy"] = .string(remedy) }
        if !diagnostic.detail.isEmpty {
            object["detail"] = .array(diagnostic.detail.map { .string($0) })
        }
        return .object(object)
    }
}
