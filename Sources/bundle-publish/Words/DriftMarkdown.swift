import BreakdownRenderer
import BundleArchive
import BundlePublisher
import SeasonAuthoring

/// What `drift` says in an issue: one section, a table, and the remedies.
enum DriftMarkdown {
    /// Findings that are shown; an issue has at most 65,536 characters.
    private static let shownMax = 60

    static func text(_ report: DriftReport) -> String {
        var text = "### \(report.year): what new matches have and the description does not show\n\n"
        text += MarkdownText.escaped(DriftText.summary(report)) + ".\n"
        guard !report.findings.isEmpty else { return text }
        text += "\n| finding | matches | first | what to do |\n|---|---:|---|---|\n"
        for finding in report.findings.prefix(shownMax) { text += row(finding) }
        let rest = report.findings.count - shownMax
        if rest > 0 { text += "\n\(counted(rest, "more finding")) would not fit here.\n" }
        text +=
            "\nCompared with version `\(report.version)`. A finding goes away when the season "
            + "answers it: by a row, by a word, or by a sample that shows the same.\n"
        return text + "\n<!-- findings \(findingsPrint(report)) -->\n"
    }

    /// The same digits for the same findings, whatever their counts: scripts/ci-drift compares them.
    private static func findingsPrint(_ report: DriftReport) -> String {
        let ids = report.findings.map(\.id).sorted().joined(separator: "\n")
        return String(ContentHasher.hex(of: Array(ids.utf8)).prefix(16))
    }

    private static func row(_ finding: DriftFinding) -> String {
        let sentence = (finding.needsReview ? "" : "note: ") + DriftText.sentence(finding)
        let cells = [
            bounded(sentence), "\(finding.matches.count)", finding.matches.first ?? "",
            DriftText.remedy(finding),
        ]
        return "| " + cells.map(MarkdownText.escaped).joined(separator: " | ") + " |\n"
    }

    /// A text that leaves room for the others.
    private static func bounded(_ text: String) -> String {
        text.unicodeScalars.count > 300 ? String(text.prefix(299)) + "…" : text
    }
}
