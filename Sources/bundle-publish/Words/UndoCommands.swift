import BundleFormat
import BundlePublisher
import SeasonAuthoring

/// The commands that take back what a command changed of a season.
enum UndoCommands {
    /// The commands, in the order to run them; none if decisions alone cannot take the change back.
    static func commands(
        _ year: BundleYear, from old: TargetCustom?, to new: TargetCustom?,
        adding added: [DecisionLine]
    ) -> [NamedCommand] {
        var lines: [NamedCommand] = []
        for line in added where line.year == year {
            switch line.decision {
            case .recall: lines.append(.lift(year, line.version))
            case .waves, .stop: lines.append(waves(year, old))
            case .rollback, .again, .lift: continue
            }
        }
        // A content that was withdrawn is shown again as soon as it may be.
        if let old, let new, old.version != new.version {
            lines.append(.rollback(year, to: old.version))
        }
        return lines
    }

    /// The course of a rollout before it was changed, as a person would type it.
    private static func waves(_ year: BundleYear, _ old: TargetCustom?) -> NamedCommand {
        guard old?.rollout?.isStopped != true else { return .waves(year, "stop") }
        let waves = WaveList(old?.rollout?.waves ?? [])
        let holdOff = old?.rollout?.holdOffSeconds ?? 0
        return .waves(
            year, waves.waves.isEmpty ? "all" : waves.text,
            holdOff: holdOff > 0 ? TimeSpan(seconds: holdOff) : nil)
    }
}
