import BundleFormat
import BundlePublisher

/// The words for what a person should know, or do next, after a publish.
enum PublishNoteText {
    /// A sentence.
    ///
    /// - Parameters:
    ///   - note: what happened.
    ///   - commands: the commands that it may name.
    /// - Returns: the sentence.
    static func sentence(_ note: PublishNote, _ commands: PrintedCommands) -> String {
        switch note {
        case .rolledBack(let year):
            "\(year) stays as it is: bundles/\(year) has what was rolled back; publish --again \(year) "
                + "offers it all the same"
        case .keptForRecalls(let year):
            "\(year) stays published without bundles/\(year): machines would forget its recalls; "
                + "to let it go, lift them with \(commands.lift(year)), and publish"
        case .rolledBackHere(let year, let source):
            "\(year) stays as it is: \(source) offers what was rolled back here; "
                + "promote --again \(year) offers it all the same"
        case .recalledThere(let year, let version, let source):
            "\(year) still shows \(version.short), which \(source) has recalled: "
                + "\(commands.withdraw(year, version)) recalls it here, too"
        case .rolledBackBefore(let year, let version):
            "\(year) is at \(version.short) already: a rollback that was cut off had come that far; the same "
                + "command again goes further back"
        case .waitsForFolder(let year):
            "publish leaves \(year) as it is until bundles/\(year) has something else than what was "
                + "rolled back"
        case .refusedUntilMended(let year):
            "where bundles/\(year) still has what was recalled, publish refuses it until it is put "
                + "right"
        case .stillShown(let year, let version):
            "\(year) still shows \(version.short): --to is for a recall of what is shown"
        case .decided(let record, let place):
            "the online key was replaced, so this goes only into \(record): "
                + "\(commands.at(place).publish()) signs it"
        case .olderTimestampPutBack:
            "timestamp.json named an older state than was live here, so somebody had put it back; the newest "
                + "state is signed again"
        case .recallRestored(let year):
            "\(year): the directory is older than what you have signed last and lacks a recall; it is signed "
                + "again"
        case .decisionRestored(let year):
            "\(year): the directory is older than what you have signed last; what you had signed of \(year) is "
                + "signed again"
        case .rolloutUnused:
            "--waves and --hold-off are for new content, and there is none; "
                + "\(commands.waves(nil, "WAVES")) changes a rollout that has begun"
        case .againUnused(let year):
            "--again \(year) offers nothing: there is no bundles/\(year)"
        case .replacedKeyPutBack:
            "the directory has what a replaced key has signed, and you had published past it: nothing "
                + "of that is taken over"
        case .timestampMended(let signedAt):
            "what is newest there could not be read: went on from what was signed at \(signedAt); "
                + "look for who changed it"
        case .falseRoot(let path):
            "\(path) is no root of yours, and machines stop at it: it is removed; look for who put it there"
        case .zipLost(let path):
            "\(path) is gone or damaged, so machines cannot download it; publish puts it back from a folder of "
                + "seasons that has that content"
        case .timestampNotKept(let error):
            "\(ErrorText.message(error)): until a command keeps a copy of timestamp.json there, an older "
                + "one that somebody puts back is taken for the newest"
        case .shownAsDecided(let year, let recalled):
            "\(year) is shown as you decided: bundles/\(year) still has \(recalled.short), which "
                + "is recalled"
        case .leftOut(let year): "\(year) is left out: only the replaced key has signed it"
        case .recallDropped(let year, let version, let place):
            "\(year) is offered: only the replaced key says that \(version.short), which is "
                + "yours, is recalled; if you recalled it: "
                + commands.at(place).withdraw(year, version)
        case .rollbackDropped(let year):
            "\(year) is offered: only the replaced key says that it was rolled back; if you "
                + "did that: put into bundles/\(year) what is to be shown, and publish"
        case .rolloutDropped(let year, let rollout, let place):
            "\(year): only the replaced key has signed its last waves, so they do not count; if they "
                + "were yours: \(commands.at(place).waves(year, WaveList(rollout.waves).text))"
                + (rollout.isStopped
                    ? ", then \(commands.at(place).waves(year, "stop"))" : "")
        case .notRemembered(let error):
            "\(ErrorText.message(error)): keys rotate-online will not know what you decided"
        case .olderFormLost(let year, let version):
            "\(year): the zip of \(version.short), which older programs were offered, is gone; they are "
                + "offered nothing of this year now"
        case .needsLevelOne(let year, let version):
            "\(year) \(version.short) needs level 1 alone: programs of every level are offered it"
        case .needsLevel(let level, let year, let version, let others):
            "\(year) \(version.short) needs level \(level) of the description language; programs that "
                + "read less "
                + (others.map { "are offered \($0.short), as before" }
                    ?? "are offered nothing of this year")
        }
    }
}
