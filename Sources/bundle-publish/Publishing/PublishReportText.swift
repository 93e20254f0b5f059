import BundleFormat
import JSON

/// A publish in words, for people and for machines.
enum PublishReportText {
    /// A line for each season and one for what was signed.
    static func lines(_ report: Publisher.Report, isDryRun: Bool) -> String {
        var lines = report.plan.seasons.map { season(in: report, $0) }
        let would = isDryRun ? "would be " : ""
        switch report.plan.signing {
        case .nothing: lines.append("nothing to publish")
        case .timestamp:
            lines.append(
                "timestamp \(would)renewed as version \(report.plan.version): "
                    + "less than half of its life was left")
        case .everything(let reason):
            lines.append("\(would)published as version \(report.plan.version): \(reason.rawValue)")
        }
        return lines.joined(separator: "\n")
    }

    private static func season(
        in report: Publisher.Report, _ season: PublishPlan.Season
    ) -> String {
        let versions = [season.old, season.new].compactMap { $0?.short }
        let shown =
            season.change == .unchanged
            ? versions.prefix(1).joined() : versions.joined(separator: " → ")
        let change = season.change.rawValue
        let line = "\(season.year) \(change)\(spaces(9 - change.count)) \(shown)"
        let isPacked = [.added, .changed, .restored].contains(season.change)
        guard isPacked, let bytes = report.zipBytes[season.year] else { return line }
        return line + "  \(bytes) bytes"
    }

    private static func spaces(_ count: Int) -> String {
        String(repeating: " ", count: max(0, count))
    }

    /// One object: `signing`, `reason`, `version`, `dry_run`, `seasons` and `written`.
    static func json(_ report: Publisher.Report, isDryRun: Bool) -> String {
        let (signing, reason): (JSON, JSON) =
            switch report.plan.signing {
            case .nothing: ("nothing", nil)
            case .timestamp: ("timestamp", "less than half of its life was left")
            case .everything(let reason): ("everything", .string(reason.rawValue))
            }
        let seasons = report.plan.seasons.map { season -> JSON in
            [
                "year": .integer(Int64(season.year.number)),
                "change": .string(season.change.rawValue),
                "old": season.old.map { .string($0.hex) } ?? nil,
                "new": season.new.map { .string($0.hex) } ?? nil,
                "bytes": report.zipBytes[season.year].map { .integer(Int64($0)) } ?? nil,
            ]
        }
        let isSigned = report.plan.signing != .nothing
        let object: JSON = [
            "signing": signing, "reason": reason,
            "version": isSigned ? .integer(report.plan.version) : nil,
            "dry_run": .bool(isDryRun), "seasons": .array(seasons),
            "written": .array(report.written.map { .string($0) }),
        ]
        return object.text()
    }
}
