import BreakdownRenderer
import BundleFormat
import BundlePublisher
import SeasonAuthoring
import Text

/// A plan as a comment of a pull request: a table, and each season's differences folded up.
enum PlanMarkdown {
    /// Bytes of a comment: GitHub takes 65,536 characters, and its callers add a few.
    static let commentBytesMax = 60_000

    static func text(
        _ report: PlanReport, _ commands: PrintedCommands, bytesMax: Int = commentBytesMax
    ) -> String {
        var text = "### Seasons: \(PublishPlanText.signing(report))\n"
        for note in report.notes {
            text += "\n\(MarkdownText.escaped(commands.text(note)))\n"
        }
        guard !report.changed.isEmpty else { return text }
        text += "\n"
        text += "| season | change | version | bytes | what people see |\n|---|---|---|---|---|\n"
        for season in report.changed { text += row(season) }
        let untouched = report.seasons.count - report.changed.count
        if untouched > 0 { text += "\n\(counted(untouched, "season")) untouched.\n" }
        var hidden = 0
        for season in report.changed {
            for sample in season.difference?.different ?? [] {
                let part = details(season, sample)
                // Room for the closing sentence.
                if text.utf8.count + part.utf8.count + 200 > bytesMax {
                    hidden += 1
                } else {
                    text += part
                }
            }
        }
        if hidden > 0 {
            text +=
                "\n\(counted(hidden, "more difference")) would not fit here; "
                + "`\(commands.text(.plan()))` shows all of them.\n"
        }
        return text
    }

    private static func row(_ season: PlanReport.Season) -> String {
        let versions = [season.plan.old, season.plan.new].compactMap { $0.map { "`\($0.short)`" } }
        return "| **\(season.plan.year)** | \(season.plan.change.rawValue) | "
            + "\(versions.joined(separator: " → ")) | \(PublishPlanText.bytes(season)) | "
            + "\(MarkdownText.escaped(PublishPlanText.summary(season))) |\n"
    }

    private static func details(
        _ season: PlanReport.Season, _ sample: SeasonDifference.Sample
    ) -> String {
        let lines = sample.lines.map(PlainText.line)
        // A fence longer than any in the text cannot be closed by it.
        let longest =
            lines.flatMap { $0.split(whereSeparator: { $0 != "`" }) }.map(\.count).max() ?? 0
        let fence = String(repeating: "`", count: max(3, longest + 1))
        return "\n<details><summary>\(season.plan.year) · "
            + "\(MarkdownText.escapedInHTML(sample.name))</summary>\n\n"
            + "\(fence)diff\n\(lines.joined(separator: "\n"))\n\(fence)\n\n</details>\n"
    }
}
