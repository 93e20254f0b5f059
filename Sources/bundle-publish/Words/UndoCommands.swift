import BundleFormat
import BundlePublisher

/// The commands that take a change of a season's entry back.
struct UndoCommands {
    /// The commands for the repository that was changed.
    let commands: PrintedCommands

    /// The commands, in the order to run them; none if metadata alone cannot take the change back.
    ///
    /// - Parameters:
    ///   - old: the entry before; nil if the season was added.
    ///   - new: the entry now.
    /// - Returns: whole lines.
    func lines(from old: TargetCustom?, to new: TargetCustom) -> [String] {
        guard let old else { return [] }
        var lines = new.recalled.filter { !old.recalled.contains($0) }.map {
            commands.lift(new.year, $0)
        }
        if old.version != new.version {
            guard !old.recalled.contains(old.version) else { return lines }
            lines.append(commands.rollback(new.year, to: old.version))
        }
        // A rollback offers its content to everyone.
        let rollout = old.version == new.version ? new.rollout : nil
        if old.rollout != rollout {
            let waves = WaveList(old.rollout?.waves ?? [])
            let holdOff = TimeSpan(seconds: old.rollout?.holdOffSeconds ?? 0)
            lines.append(
                commands.waves(
                    new.year, waves.waves.isEmpty ? "all" : waves.text, holdOff: holdOff))
            if old.rollout?.isStopped == true {
                lines.append(commands.waves(new.year, "stop"))
            }
        }
        return lines
    }
}
