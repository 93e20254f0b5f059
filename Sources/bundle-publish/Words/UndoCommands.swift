import BundleFormat
import BundlePublisher
import Terminals

/// The commands that take a change of a season's entry back.
struct UndoCommands {
    /// The options after each command: `--in /srv/bundles`.
    let place: String

    /// Names a repository by options of a command line.
    init(_ repository: PublishPlace) {
        place =
            "--in \(ShellWord.quoted(repository.destination))"
            + (repository.home == "publish" ? "" : " --home \(ShellWord.quoted(repository.home))")
    }

    /// The commands, in the order to run them; none if metadata alone cannot take the change back.
    ///
    /// - Parameters:
    ///   - old: the entry before; nil if the season was added.
    ///   - new: the entry now.
    /// - Returns: whole lines.
    func lines(from old: TargetCustom?, to new: TargetCustom) -> [String] {
        guard let old else { return [] }
        let name = "bundle-publish"
        var lines = new.recalled.filter { !old.recalled.contains($0) }.map {
            "\(name) recall \(new.year) \($0.short) --lift \(place)"
        }
        if old.version != new.version {
            guard !old.recalled.contains(old.version) else { return lines }
            lines.append("\(name) rollback \(new.year) --to \(old.version.short) \(place)")
        }
        // A rollback offers its content to everyone.
        let rollout = old.version == new.version ? new.rollout : nil
        if old.rollout != rollout {
            let waves = WaveList(old.rollout?.waves ?? [])
            let holdOff = TimeSpan(seconds: old.rollout?.holdOffSeconds ?? 0)
            lines.append(
                "\(name) waves \(new.year) \(waves.waves.isEmpty ? "all" : waves.text) "
                    + "--hold-off \(holdOff.text) \(place)")
            if old.rollout?.isStopped == true {
                lines.append("\(name) waves \(new.year) stop \(place)")
            }
        }
        return lines
    }
}
