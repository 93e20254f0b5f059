import BundleFormat
import BundlePublisher

/// The commands that take back what a command changed of a season.
struct UndoCommands {
    let commands: PrintedCommands
    /// The decisions before the command.
    let before: Decisions

    /// The commands, in the order to run them; none if decisions alone cannot take the change back.
    func lines(
        _ year: BundleYear, from old: TargetCustom?, to new: TargetCustom?,
        adding added: [DecisionLine]
    ) -> [String] {
        var lines: [String] = []
        for line in added where line.year == year {
            switch line.decision {
            case .recall: lines.append(commands.lift(year, line.version))
            case .waves, .stop: lines.append(waves(year, old))
            case .rollback, .again, .lift: continue
            }
        }
        // A content that was withdrawn is shown again as soon as it may be.
        if let old, let new, old.version != new.version {
            lines.append(commands.rollback(year, to: old.version))
        }
        return lines
    }

    /// The course of a rollout before it was changed, as a person would type it.
    private func waves(_ year: BundleYear, _ old: TargetCustom?) -> String {
        guard old?.rollout?.isStopped != true else { return commands.waves(year, "stop") }
        let waves = WaveList(old?.rollout?.waves ?? [])
        let holdOff = old?.rollout?.holdOffSeconds ?? 0
        return commands.waves(
            year, waves.waves.isEmpty ? "all" : waves.text,
            holdOff: holdOff > 0 ? TimeSpan(seconds: holdOff) : nil)
    }
}
