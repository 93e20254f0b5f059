import BundleFormat
import BundlePublisher
import JSON
import SeasonAuthoring
import Text

/// A plan in words, for a terminal and for machines.
struct PublishPlanText {
    let report: PlanReport
    let commands: PrintedCommands
    var colour = false
    /// True to show the tables of new and removed seasons, too.
    var showsAll = false

    /// A line for each season that changes, its samples' differences, and what would be signed.
    var lines: String {
        let notes = report.notes.map {
            PlainText.line("note: \(commands.text($0))")
        }
        guard !report.isUnchanged else {
            return (["nothing to publish"] + notes).harmlessLines
        }
        var lines = report.changed.flatMap { season in
            season.isWhole && !showsAll
                ? ["\(Self.heading(season)); \(PlainText.line(Self.summary(season)))"]
                : [Self.heading(season)] + samples(season)
        }
        if !showsAll, let season = report.changed.first(where: \.isWhole) {
            lines.append("\(commands.text(.plan(season.plan.year))) shows its tables")
        }
        let untouched = report.seasons.count - report.changed.count
        if untouched > 0 { lines.append("\(counted(untouched, "season")) untouched") }
        lines.append(Self.signing(report))
        return (lines + notes).joined(separator: "\n")
    }

    /// `2018 changed afd2761cd71b → 05597de493fe, 8489 bytes (+10)`.
    static func heading(_ season: PlanReport.Season) -> String {
        let versions = [season.plan.old, season.plan.new].compactMap { $0?.short }
        return "\(season.plan.year) \(season.plan.change.rawValue) "
            + versions.joined(separator: " → ") + ", \(bytes(season))"
    }

    /// `8489 bytes (+10)`.
    static func bytes(_ season: PlanReport.Season) -> String {
        switch (season.oldBytes, season.newBytes) {
        case (let old?, let new?) where old != new:
            "\(new) bytes (\(new > old ? "+" : "−")\(abs(new - old)))"
        case (_, let new?): "\(new) bytes"
        case (let old?, nil): "−\(old) bytes"
        case (nil, nil): "–"
        }
    }

    /// `2 of 3 samples look different`.
    static func summary(_ season: PlanReport.Season) -> String {
        if let problem = season.problem {
            return "what is live cannot be shown: \(problem)"
        }
        guard let difference = season.difference else { return "nothing looks different" }
        let count = difference.different.count
        guard count > 0 else {
            return "none of \(counted(difference.comparedCount, "sample")) looks different"
        }
        switch season.plan.change {
        case .added: return "new: \(counted(count, "sample"))"
        case .removed: return "no longer described: \(counted(count, "sample"))"
        default:
            return "\(count) of \(counted(difference.comparedCount, "sample")) "
                + (count == 1 ? "looks different" : "look different")
        }
    }

    static func signing(_ report: PlanReport) -> String {
        switch report.publish.plan.signing {
        case .nothing: "nothing to publish"
        case .roots: "new root metadata would be put in place"
        case .timestamp: "the timestamp would be renewed: less than half of its life is left"
        case .everything(let reason): "would be published: \(reason.rawValue)"
        }
    }

    private func samples(_ season: PlanReport.Season) -> [String] {
        ["  " + PlainText.line(Self.summary(season))]
            + (season.difference?.different ?? []).flatMap { sample in
                ["  " + PlainText.line(sample.name)] + sample.lines.map { "    " + styled($0) }
            }
    }

    private func styled(_ line: String) -> String {
        let line = PlainText.line(line)
        guard colour else { return line }
        switch line.first {
        case "-": return "\u{1B}[31m\(line)\u{1B}[0m"
        case "+": return "\u{1B}[32m\(line)\u{1B}[0m"
        default: return line
        }
    }

    /// One object; docs/PUBLISHING.md has its members.
    var json: JSON {
        let seasons = report.seasons.map { season -> JSON in
            [
                "year": .integer(Int64(season.plan.year.number)),
                "change": .string(season.plan.change.rawValue),
                "old": season.plan.old.map { .string($0.hex) } ?? nil,
                "new": season.plan.new.map { .string($0.hex) } ?? nil,
                "oldBytes": season.oldBytes.map { .integer(Int64($0)) } ?? nil,
                "newBytes": season.newBytes.map { .integer(Int64($0)) } ?? nil,
                "samples": .integer(Int64(season.difference?.comparedCount ?? 0)),
                "different": .array(
                    (season.difference?.different ?? []).map { sample in
                        [
                            "name": .string(sample.name),
                            "lines": .array(sample.lines.map { .string($0) }),
                        ]
                    }),
                "problem": season.problem.map { .string($0) } ?? nil,
            ]
        }
        return [
            "repository": .string(report.publish.place), "isUnchanged": .bool(report.isUnchanged),
            "summary": .string(Self.signing(report)), "seasons": .array(seasons),
            "notes": .array(report.notes.map { .string(commands.text($0)) }),
        ]
    }
}
