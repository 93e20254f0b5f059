import BundleFormat
import BundlePublisher
import JSON

/// A publish in words, for people and for machines.
enum PublishReportText {
    /// A line for each season and one for what was signed.
    ///
    /// - Parameters:
    ///   - report: what was done.
    ///   - isDryRun: whether nothing was written.
    ///   - commands: the commands that it may name.
    ///   - undo: the commands that take it back; nil omits them and the time that the rollout takes.
    ///   - onlyChanges: whether seasons that stay as they are are left out.
    /// - Returns: the lines, joined.
    static func lines(
        _ report: Publisher.Report, isDryRun: Bool, _ commands: PrintedCommands,
        undo: UndoCommands? = nil, onlyChanges: Bool = false
    ) -> String {
        let seasons = report.plan.seasons.filter { !onlyChanges || $0.change != .unchanged }
        return
            (seasons.map { season(in: report, $0) } + [signing(report, isDryRun: isDryRun)]
            + (undo.map { aftermath(report, $0) } ?? [])
            + report.notes.map { "note: \(PublishNoteText.sentence($0, commands))" })
            .harmlessLines
    }

    /// How long the rollout takes, and how it is taken back.
    private static func aftermath(_ report: Publisher.Report, _ undo: UndoCommands) -> [String] {
        var lines: [String] = []
        for group in Self.groups(report) {
            lines.append("\(group.years): \(arrival(Propagation(rollout: group.rollout)))")
        }
        let undoing = report.entries.sorted { $0.key < $1.key }.flatMap { year, entry in
            undo.lines(from: report.oldEntries[year], to: entry)
        }
        return lines + undoing.map { "undo: \($0)" }
    }

    /// The seasons that change something for machines, grouped by their rollouts.
    private static func groups(
        _ report: Publisher.Report
    ) -> [(years: String, rollout: Rollout?)] {
        var groups: [(years: [BundleYear], rollout: Rollout?)] = []
        for (year, entry) in report.entries.sorted(by: { $0.key < $1.key }) {
            let rollout = followed(entry)
            if let at = groups.firstIndex(where: { $0.rollout == rollout }) {
                groups[at].years.append(year)
            } else {
                groups.append(([year], rollout))
            }
        }
        return groups.map { group in
            (group.years.map(\.description).joined(separator: ", "), group.rollout)
        }
    }

    /// The rollout that machines wait for; none if the content is recalled, which every machine obeys at once.
    private static func followed(_ entry: TargetCustom) -> Rollout? {
        entry.recalled.contains(entry.version) ? nil : entry.rollout
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
            "\(would)published as version \(report.plan.version): \(PublishReasonText.clause(reason))"
        }
    }

    private static func season(
        in report: Publisher.Report, _ season: PublishPlan.Season
    ) -> String {
        let versions = [season.old, season.new].compactMap { $0?.short }
        let shown =
            [.unchanged, .revised].contains(season.change)
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

    /// One object: `signing`, `reason`, `version`, `dryRun`, `seasons`, `notes` and `written`.
    static func json(
        _ report: Publisher.Report, isDryRun: Bool, _ commands: PrintedCommands,
        undo: UndoCommands? = nil
    ) -> JSON {
        let (signing, reason): (JSON, JSON) =
            switch report.plan.signing {
            case .nothing: ("nothing", nil)
            case .roots: ("roots", "there is a new root")
            case .timestamp: ("timestamp", "less than half of its life was left")
            case .everything(let reason): ("everything", .string(PublishReasonText.clause(reason)))
            }
        let seasons = report.plan.seasons.map { season -> JSON in
            [
                "year": .integer(Int64(season.year.number)),
                "change": .string(season.change.rawValue),
                "old": season.old.map { .string($0.hex) } ?? nil,
                "new": season.new.map { .string($0.hex) } ?? nil,
                "bytes": report.zipBytes[season.year].map { .integer(Int64($0)) } ?? nil,
                "entry": report.entries[season.year]?.json ?? nil,
                "arrival": report.entries[season.year].map { arrival(followed($0)) } ?? nil,
                "undo": .array(
                    report.entries[season.year].flatMap { entry in
                        undo?.lines(from: report.oldEntries[season.year], to: entry)
                    }?.map { .string($0) } ?? []),
            ]
        }
        let isSigned = ![.nothing, .roots].contains(report.plan.signing)
        return [
            "signing": signing, "reason": reason,
            "version": isSigned ? .integer(report.plan.version) : nil,
            "dryRun": .bool(isDryRun), "seasons": .array(seasons),
            "notes": .array(report.notes.map { .string(PublishNoteText.sentence($0, commands)) }),
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
