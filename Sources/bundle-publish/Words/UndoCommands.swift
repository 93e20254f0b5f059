import BundleFormat
import BundlePublisher
import SeasonAuthoring

/// The commands that take back what a command changed of a season.
enum UndoCommands {
    /// The commands, in the order to run them; none if decisions alone cannot take the change back.
    static func commands(_ year: BundleYear, _ report: PublishReport) -> [NamedCommand] {
        var commands: [NamedCommand] = []
        let decided = report.decision.decided.map(\.decision).filter { $0.year == year }
        for decision in decided {
            switch decision.action {
            case .recall: commands.append(.lift(year, decision.version))
            case .lift: commands.append(.recall(year, decision.version))
            case .rollback, .again, .waves, .stop: continue
            }
        }
        let old = report.live?.bundles[year]?.custom
        let new = report.bundles[year]?.custom
        let isShownAnew = decided.contains { decision in
            switch decision.action {
            case .rollback, .again: true
            case .recall, .lift, .waves, .stop: false
            }
        }
        // A recall or its end alone needs no more.
        let isPublish = decided.isEmpty && old != nil && new != nil && old?.version != new?.version
        if isShownAnew || isPublish { commands += show(year, old, report, isPublish: isPublish) }
        let isOfRollout = decided.contains { $0.subject.kind == .rollout }
        if isOfRollout, !isShownAnew, let old { commands.append(waves(year, old)) }
        return commands
    }

    /// Shows what was shown before, with its rollout.
    private static func show(
        _ year: BundleYear, _ old: TargetCustom?, _ report: PublishReport, isPublish: Bool
    ) -> [NamedCommand] {
        let wasWithdrawn = report.live?.recalls.withdrawn.contains(year) == true
        guard let old else { return wasWithdrawn ? [.rollback(year, to: nil)] : [] }
        // The content that was given keeps its rollout.
        if !isPublish, report.given[year]?.version == old.version { return [.again(year)] }
        let rollback = NamedCommand.rollback(year, to: old.version)
        return old.rollout == nil ? [rollback] : [rollback, waves(year, old)]
    }

    /// The course of a rollout before it was changed, as a person would type it.
    private static func waves(_ year: BundleYear, _ old: TargetCustom) -> NamedCommand {
        guard old.rollout?.isStopped != true else { return .waves(year, "stop") }
        let waves = WaveList(old.rollout?.waves ?? [])
        return .waves(
            year, waves.waves.isEmpty ? "all" : waves.text,
            holdOff: TimeSpan(seconds: old.rollout?.holdOffSeconds ?? 0))
    }
}
