import BundleFormat
import BundlePublisher

/// The words for what a person should know, or do next, after a command.
enum PublishNoteText {
    /// A sentence.
    static func sentence(_ note: PublishNote, _ commands: PrintedCommands) -> String {
        switch note {
        case .goesBackTo(let year, let content):
            "\(year) goes back to \(content.version.short), offered since \(content.published)"
                + commit(content.commit)
        case .shownAlready(let year, let version): "\(year) shows \(version.short) already"
        case .recalledAlready(let year, let version):
            "\(version.short) of \(year) is recalled already"
        case .liftedAlready(let year, let version):
            "the recall of \(version.short) of \(year) is lifted already"
        case .rolloutAlready(let year, let version):
            "the rollout of \(version.short) of \(year) already has this course"
        case .stillShown(let year, let version):
            "\(year) still shows \(version.short): --to is for a recall of the shown content"
        case .nothingInstead(let year):
            "no earlier content of \(year) can be shown, so machines show the content inside the program"
        case .againUnused(let year): "--again \(year) shows nothing: there is no bundles/\(year)"
        case .rolloutUnused:
            "--waves and --hold-off are for new contents, and there are none; "
                + "\(commands.waves(nil, "WAVES")) changes a rollout that has begun"
        case .decided(let file):
            "the repository has nothing valid to sign the decision over, so it is only in \(file): "
                + "\(commands.publish()) signs it"
        case .replaced(let year, let given, let shown):
            "\(year) shows \(shown.short) instead of \(given.short), as decisions.txt says; "
                + "publish --again \(year) shows the folder's content"
        case .withdrawn(let year, let given):
            "\(year) is withdrawn: \(given.short) is recalled or replaced, and nothing is shown instead; "
                + "machines show the content inside the program"
        case .replacementLost(let year, let version, let commit):
            "\(year) stays as it is: the zip of \(version.short), which decisions.txt shows, is gone; "
                + (commit.map {
                    "check out commit \($0.prefix(12)) and publish bundles/\(year) from it"
                }
                    ?? "publish bundles/\(year) from the commit that has it")
        case .uncommitted: "the folder of seasons has changes that are not committed"
        case .wouldStop(let behind):
            "publish would end with 4: " + ErrorText(behind, commands).message
        case .mistakesLeftOut(let file, let count):
            "\(file): \(count == 1 ? "a line" : "\(count) lines") could not be read and "
                + "\(count == 1 ? "was" : "were") not signed; check shows them"
        case .putBack(let problem):
            "\(ErrorText.message(problem)); the newest state that this home has seen is signed again"
        case .falseRoot(let path):
            "\(path) is no root of yours, and machines stop at it: it is removed; find out who put it there"
        case .zipLost(let path):
            "\(path) is gone or damaged, so machines cannot download it; publish puts it back from a folder of "
                + "seasons that has that content"
        case .notRemembered(let error):
            "\(error): this home cannot remember what it has seen, so it does not notice an older copy"
        case .needsLevel(let level, let year, let version):
            "\(year) \(version.short) needs level \(level) of the description language; machines with programs "
                + "that read less keep the content that they have"
        }
    }

    private static func commit(_ commit: String?) -> String {
        commit.map { ", of commit \($0.prefix(12))" } ?? ""
    }
}
