import BundleFormat
import BundlePublisher
import JSON

/// A publish in words, for people and for machines.
struct PublishReportText {
    let report: Publisher.Report
    let isDryRun: Bool
    let commands: PrintedCommands
    /// Whether seasons that stay as they are are left out.
    var onlyChanges = false
    /// Whether it says how long the rollout takes, and how it is taken back.
    var hasAftermath = false

    /// A line for each season and each decision, and one for what was signed.
    var lines: String {
        let seasons = report.plan.seasons.filter { !onlyChanges || $0.change != .unchanged }
        let decided = report.lines.map { "\(isDryRun ? "would decide" : "decided"): \($0.text)" }
        return
            (decided + seasons.map(season) + [signing] + aftermath
            + report.notes.map { "note: \(commands.text($0))" })
            .harmlessLines
    }

    /// How long the rollout takes, and how it is taken back.
    private var aftermath: [String] {
        guard hasAftermath else { return [] }
        let arrivals = Dictionary(grouping: report.entries.keys.sorted()) { year in
            Self.arrival(Propagation(rollout: report.entries[year]?.rollout))
        }
        let inOrder = arrivals.sorted { $0.value.lexicographicallyPrecedes($1.value) }
        let changed = Set(report.entries.keys).union(report.lines.map(\.year)).sorted()
        return inOrder.map { arrival, years in
            "\(years.map(\.description).joined(separator: ", ")): \(arrival)"
        } + changed.flatMap(undoing).map { "undo: \($0)" }
    }

    private func undoing(_ year: BundleYear) -> [String] {
        guard hasAftermath else { return [] }
        let plan = report.plan.seasons.first { $0.year == year }
        let old = report.live?.bundles[year]?.custom
        return UndoCommands.commands(
            year, from: old, to: report.entries[year] ?? (plan?.new == nil ? nil : old),
            adding: report.lines
        ).map(commands.text)
    }

    private static func arrival(_ propagation: Propagation) -> String {
        guard propagation.percentMax > 0 else { return "no machine follows" }
        guard let half = propagation.seconds(for: 0.5) else {
            return "fewer than half of the machines follow: \(propagation.percentMax) %"
        }
        let text = "on half of the machines within \(TimeSpan(seconds: half).words)"
        guard let most = propagation.seconds(for: 0.99) else {
            return text
                + "; \(propagation.percentMax) % of them follow at all"
        }
        return text + ", on 99 % within \(TimeSpan(seconds: most).words)"
    }

    /// The same for a refresh: what was renewed, and the notes.
    var refreshLines: String {
        let line =
            report.plan.signing == .nothing
            ? "nothing to renew: more than half of every role's life is left" : signing
        return ([line] + report.notes.map { "note: \(commands.text($0))" }).harmlessLines
    }

    /// The same for a refresh: without seasons, and with `busy`.
    var refreshJSON: JSON {
        var object = json.objectValue ?? JSONObject()
        object["seasons"] = nil
        object["busy"] = false
        return .object(object)
    }

    /// A refresh that found another publisher at work.
    static let busyJSON: JSON = [
        "signing": "nothing", "reason": nil, "version": nil, "dryRun": false, "written": [],
        "busy": true,
    ]

    /// What was signed, and why.
    private var signing: String {
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

    private func season(_ season: PublishPlan.Season) -> String {
        let versions = [season.old, season.new].compactMap { $0?.short }
        let shown =
            [.unchanged, .revised].contains(season.change)
            ? versions.prefix(1).joined() : versions.joined(separator: " → ")
        let change = season.change.rawValue
        let padding = String(repeating: " ", count: max(0, 9 - change.count))
        let line = "\(season.year) \(change)\(padding) \(shown)"
        let isPacked = [.added, .changed, .restored].contains(season.change)
        guard isPacked, let bytes = report.zipBytes[season.year] else { return line }
        return line + "  \(bytes) bytes"
    }

    var json: JSON {
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
                "entry": report.entries[season.year]?.json ?? nil,
                "arrival": report.entries[season.year].map { Self.arrival($0.rollout) } ?? nil,
                "undo": .array(undoing(season.year).map { .string($0) }),
            ]
        }
        let isSigned = ![.nothing, .roots].contains(report.plan.signing)
        return [
            "signing": signing, "reason": reason,
            "version": isSigned ? .integer(report.plan.version) : nil,
            "dryRun": .bool(isDryRun), "lines": .array(report.lines.map { .string($0.text) }),
            "seasons": .array(seasons),
            "notes": .array(report.notes.map { .string(commands.text($0)) }),
            "written": .array(report.written.map { .string($0) }),
        ]
    }

    private static func arrival(_ rollout: Rollout?) -> JSON {
        let propagation = Propagation(rollout: rollout)
        let seconds = { (part: Double) -> JSON in
            propagation.seconds(for: part).map { .integer(Int64($0)) } ?? nil
        }
        return ["p50Seconds": seconds(0.5), "p99Seconds": seconds(0.99)]
    }
}
