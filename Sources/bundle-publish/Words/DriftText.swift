import BundlePublisher
import SeasonAuthoring
import Text

/// What `drift` says on a terminal.
enum DriftText {
    /// Each finding with its first match and its remedy, then the counts.
    static func lines(_ report: DriftReport) -> String {
        var lines: [String] = []
        for finding in report.findings {
            let note = finding.needsReview ? "" : "note: "
            lines.append("\(note)\(sentence(finding)): \(place(finding))")
            lines.append("    → \(remedy(finding))")
        }
        return (lines + [summary(report)]).harmlessLines
    }

    /// What differs, without its matches.
    static func sentence(_ finding: DriftFinding) -> String {
        switch finding.change {
        case .newField(let field): "no row shows the new field \(field)"
        case .newWord(let word, let field): "\(field) has the new word \"\(word)\""
        case .unnamedWord(let word, let field):
            "\(field) has the word \"\(word)\", which the description does not name"
        case .problem(let problem): "a cell cannot be computed: \(problem)"
        case .notDescribed: "the description does not apply to matches with a breakdown"
        case .unexplainedTotal(let field, let parts):
            "\(field) is no sum of known points; in the samples it was \(parts.joined(separator: " + "))"
        case .stoppedField(let field): "\(field) no longer comes"
        }
    }

    static func place(_ finding: DriftFinding) -> String {
        let count = counted(finding.matches.count, "match", "matches")
        guard let first = finding.matches.first else { return count }
        return finding.matches.count == 1 ? first : "\(count), the first is \(first)"
    }

    static func remedy(_ finding: DriftFinding) -> String {
        let sample = finding.matches.first.map { "make \($0) a sample" } ?? "make one a sample"
        return switch finding.change {
        case .newField: "add a row for it; if it needs none, \(sample)"
        case .unnamedWord: "see that its rows show it well; then \(sample)"
        case .newWord: "add it to the row's words; if it is right as it is, \(sample)"
        case .problem: "correct the row so that it takes this match, and \(sample)"
        case .notDescribed: "correct \"applies\", and \(sample)"
        case .unexplainedTotal: "find the points that are missing, add their row, and \(sample)"
        case .stoppedField: "correct or cut the row; if it may be missing, \(sample)"
        }
    }

    static func summary(_ report: DriftReport) -> String {
        var line = "\(report.year): \(counted(report.comparedCount, "match", "matches")) compared"
        if report.blankCount > 0 { line += ", \(report.blankCount) without a breakdown" }
        let findings = report.findings.count(where: \.needsReview)
        let notes = report.findings.count - findings
        return line + ": "
            + (findings == 0 ? "nothing to do" : counted(findings, "finding"))
            + (notes > 0 ? ", \(counted(notes, "note"))" : "")
    }
}
