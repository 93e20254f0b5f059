import BundleFormat
import BundleUpdater
import SeasonClient

/// The table of many machines, for people.
struct FleetText {
    let report: FleetReport
    var isColoured = false

    private static let headings = [
        "HOST", "FRESHNESS", "AGENT", "NOT THE NEWEST", "HELD BACK, TROUBLE",
    ]

    /// One line for each machine below a line of headings, then a sum.
    var lines: [String] {
        let rows = [Self.headings] + report.machines.map(cells)
        // Spaces at the end of a line are no part of it.
        let widths = Self.headings.indices.map { column in
            rows.map { $0[column].count }.max() ?? 0
        }
        let table = rows.enumerated().map { at, row in
            let end = row.lastIndex { !$0.isEmpty } ?? 0
            let cells = row.indices.prefix(end + 1).map { column in
                let cell = column < end ? row[column].padded(to: widths[column]) : row[column]
                return at > 0 && column == 1
                    ? cell.painted(colour(report.machines[at - 1]), isColoured) : cell
            }
            return cells.joined(separator: "  ")
        }
        return table + [sum]
    }

    private var sum: String {
        let machines = report.machines
        let answered = machines.filter { if case .facts = $0.answer { true } else { false } }
        func count(_ severity: Severity) -> Int { answered.count { $0.severity == severity } }
        let behind = machines.count { !$0.behind.isEmpty }
        return "\(machines.count) \(machines.count == 1 ? "machine" : "machines"): "
            + "\(count(.harmless)) fresh, \(count(.failed)) stale, \(count(.broken)) broken, "
            + "\(machines.count - answered.count) without an answer; \(behind) not the newest"
    }

    private func cells(_ machine: FleetReport.Machine) -> [String] {
        switch machine.answer {
        case .none(let problem): return [machine.host, "no answer", "", "", problem]
        case .facts(let facts):
            let years = facts.years.map { year in
                (year.heldBack ?? year.choice).map { "\(year.year): \($0)" }
            }
            let reasons =
                [facts.heldSince.map { "held since \($0)" }] + years
                + [facts.problem, facts.clock.map { "clock: \($0)" }]
            return [
                machine.host, facts.freshness + (facts.staleSince.map { " since \($0)" } ?? ""),
                facts.agentVersion ?? "?",
                machine.behind.map(\.description).joined(separator: " "),
                reasons.compactMap { $0 }.joined(separator: "; "),
            ]
        }
    }

    private func colour(_ machine: FleetReport.Machine) -> TerminalColour {
        switch machine.severity {
        case .harmless: .green
        case .broken: .red
        default: .yellow
        }
    }
}
