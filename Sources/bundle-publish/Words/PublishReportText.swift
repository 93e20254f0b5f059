import BundleFormat
import BundlePublisher
import JSON
import SeasonAuthoring
import TUF

/// A publish in words, for people and for machines.
struct PublishReportText {
    let report: PublishReport
    let isDryRun: Bool
    let commands: PrintedCommands
    /// Whether seasons that stay as they are are left out.
    var onlyChanges = false
    /// Whether it says how long the rollout takes, and how it is taken back.
    var hasAftermath = false
    /// What the lines end with.
    var lastLines: [String] = []

    /// A line for each season and each decision, and one for what was signed.
    var lines: String {
        let seasons = report.plan.seasons.filter { !onlyChanges || $0.change != .unchanged }
        let decided = report.decision.decided.map {
            "\(isDryRun ? "would decide" : "decided"): \($0.decision.year) \($0.decision.text)"
        }
        return
            (decided + seasons.map(season) + [signing] + aftermath
            + report.notes.map { "note: \(commands.text($0))" } + lastLines)
            .harmlessLines
    }

    /// The seasons that stay as they are, and the ways out, in the order to try them.
    var held: [String] {
        HeldSeasonText.lines(report).map(commands.text)
    }

    /// How long the rollout takes, and how it is taken back.
    private var aftermath: [String] {
        guard hasAftermath else { return [] }
        let arrivals = Dictionary(grouping: report.entries.keys.sorted()) { year in
            Self.arrival(Propagation(rollout: report.entries[year]?.rollout))
        }
        let inOrder = arrivals.sorted { $0.value.lexicographicallyPrecedes($1.value) }
        let changed = Set(report.entries.keys)
            .union(report.decision.decided.map(\.decision.year)).sorted()
        return inOrder.map { arrival, years in
            "\(years.map(\.description).joined(separator: ", ")): \(arrival)"
        } + changed.flatMap(undoing).map { "undo: \($0)" }
    }

    private func undoing(_ year: BundleYear) -> [String] {
        hasAftermath ? UndoCommands.commands(year, report).map(commands.text) : []
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
        guard isPacked, let bytes = report.bundles[season.year]?.target.lengthBytes else {
            return line
        }
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
                "bytes": report.bundles[season.year].map {
                    .integer(Int64($0.target.lengthBytes))
                } ?? nil,
                "entry": report.entries[season.year]?.json ?? nil,
                "arrival": report.entries[season.year].map { Self.arrival($0.rollout) } ?? nil,
                "undo": .array(undoing(season.year).map { .string($0) }),
            ]
        }
        let isSigned = ![.nothing, .roots].contains(report.plan.signing)
        return [
            "signing": signing, "reason": reason,
            "version": isSigned ? .integer(report.plan.version) : nil,
            "dryRun": .bool(isDryRun),
            "decided": .array(
                report.decision.decided.map {
                    .string("\($0.decision.year) \($0.decision.text)")
                }),
            "held": .array(
                report.decision.held.map { held in
                    [
                        "year": .integer(Int64(held.year.number)),
                        "version": .string(held.live.version.hex),
                        "commit": held.live.commit.map { .string($0) } ?? nil,
                        "published": .string(held.live.published),
                    ]
                }),
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

/// The seasons that a publish has left as they are.
enum HeldSeasonText {
    /// A line for each season, and the ways out in the order to try them.
    static func lines(_ report: PublishReport) -> [Advice] {
        let held = report.decision.held
        guard !held.isEmpty else { return [] }
        var lines = held.map(line)
        if held.contains(where: { $0.reason == .shallow }) {
            lines.append(
                "    → fetch the whole history: git fetch --unshallow; in CI fetch-depth: 0")
        }
        lines.append("    → git pull, then \(.publish)")
        lines.append("    → or ask the one who published it to push")
        lines += held.map { "    → or replace \($0.year) all the same: \(.over($0.live.version))" }
        return lines
    }

    /// The same for a plan.
    static func notes(_ report: PublishReport) -> [Advice] {
        report.decision.held.map { "publish would end with 4: " + line($0) }
    }

    private static func line(_ held: HeldSeason) -> Advice {
        let live = held.live
        let commit =
            live.commit.map { "of commit \($0.prefix(12))" } ?? "published without a commit"
        let what = held.isRemoved ? "was removed" : "stays \(live.version.short)"
        let why =
            switch held.reason {
            case .behind where held.isRemoval: "this commit has not removed it after that"
            case .behind: "this commit does not contain it"
            case .shallow:
                "this clone's history is cut off, so that it cannot be told whether it contains it"
            case .uncommitted: "commit that content first; if this commit has it: --over"
            case .outside: "what is given is in no commit"
            }
        return "\(held.year) \(what), \(commit), since \(live.published): \(why)"
    }
}
