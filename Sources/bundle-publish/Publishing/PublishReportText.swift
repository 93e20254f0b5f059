import BundleFormat
import JSON

/// A publish in words, for people and for machines.
enum PublishReportText {
    /// A line for each season and one for what was signed.
    static func lines(_ report: Publisher.Report, isDryRun: Bool) -> String {
        (report.plan.seasons.map { season(in: report, $0) } + [signing(report, isDryRun: isDryRun)])
            .joined(separator: "\n")
    }

    /// What was signed, and why.
    static func signing(_ report: Publisher.Report, isDryRun: Bool) -> String {
        let would = isDryRun ? "would be " : ""
        return switch report.plan.signing {
        case .nothing: "nothing to publish"
        case .roots: "new root metadata \(would)put in place"
        case .timestamp:
            "timestamp \(would)renewed as version \(report.plan.version): "
                + "less than half of its life was left"
        case .everything(let reason):
            "\(would)published as version \(report.plan.version): \(reason.rawValue)"
        }
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

    /// One object: `signing`, `reason`, `version`, `dryRun`, `seasons` and `written`.
    static func json(_ report: Publisher.Report, isDryRun: Bool) -> JSON {
        let (signing, reason): (JSON, JSON) =
            switch report.plan.signing {
            case .nothing: ("nothing", nil)
            case .roots: ("roots", "there is a new root")
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
        let isSigned = ![.nothing, .roots].contains(report.plan.signing)
        return [
            "signing": signing, "reason": reason,
            "version": isSigned ? .integer(report.plan.version) : nil,
            "dryRun": .bool(isDryRun), "seasons": .array(seasons),
            "written": .array(report.written.map { .string($0) }),
        ]
    }
}
