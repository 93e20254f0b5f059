import BundleFormat
import TUF
import UpdatePolicy

/// The table of many machines, for people.
struct FleetText {
    let report: FleetReport
    /// Whether the terminal takes colours.
    var isColoured = false

    private static let headings = [
        "HOST", "FRESHNESS", "AGENT", "NOT THE NEWEST", "HELD BACK, TROUBLE",
    ]

    /// One line for each machine below a line of headings, then a sum.
    var lines: [String] {
        let rows = [Self.headings] + report.machines.map(cells)
        let widths = Self.headings.indices.dropLast().map { column in
            rows.map { $0[column].count }.max() ?? 0
        }
        let table = rows.enumerated().map { at, row in
            let cells = row.enumerated().map { column, cell in
                let padded = column < widths.count ? cell.padded(to: widths[column]) : cell
                return at > 0 && column == 1 ? paint(padded, report.machines[at - 1]) : padded
            }
            return cells.joined(separator: "  ").trimmed
        }
        return table + [sum]
    }

    private var sum: String {
        let good = report.machines.filter { $0.exitStatus == ExitStatus.done }.count
        let silent = report.machines.filter { if case .none = $0.answer { true } else { false } }
        let behind = report.machines.filter { !$0.behind.isEmpty }.count
        let count = report.machines.count
        return
            "\(count) \(count == 1 ? "machine" : "machines"): \(good) fresh, \(behind) not the newest, "
            + "\(silent.count) without an answer"
    }

    private func cells(_ machine: FleetReport.Machine) -> [String] {
        switch machine.answer {
        case .none(let problem): return [machine.host, "no answer", "", "", problem]
        case .facts(let facts):
            let held = facts.years.compactMap { year in
                year.heldBack.map { "\(year.year): \($0)" }
                    ?? year.choice.map { "\(year.year): \($0)" }
            }
            let reasons =
                (facts.heldSinceUnixSeconds.map {
                    ["held since \(UTCTime(unixSeconds: $0))"]
                } ?? []) + held + (facts.problem.map { [$0] } ?? [])
            return [
                machine.host, freshness(facts), facts.agentVersion ?? "?",
                machine.behind.map(\.description).joined(separator: " "),
                reasons.joined(separator: "; "),
            ]
        }
    }

    private func freshness(_ facts: MachineFacts) -> String {
        let since = facts.staleSinceUnixSeconds.map { " since \(UTCTime(unixSeconds: $0))" }
        return facts.freshness + (since ?? "")
    }

    private func paint(_ text: String, _ machine: FleetReport.Machine) -> String {
        guard isColoured else { return text }
        let colour =
            switch machine.exitStatus {
            case ExitStatus.done: 32
            case ExitStatus.broken: 31
            default: 33
            }
        return "\u{1B}[\(colour)m\(text)\u{1B}[0m"
    }
}

extension String {
    /// The text without spaces at its end.
    fileprivate var trimmed: String {
        var text = self[...]
        while text.last == " " { text.removeLast() }
        return String(text)
    }
}
