import ArgumentParser
import BundleFormat
import BundlePublisher

/// The options of the commands that decide something about a season.
struct DecisionOptions: ParsableArguments {
    @OptionGroup var repository: RepositoryOptions
    @OptionGroup var online: OnlineKeyOptions
    @OptionGroup var lock: LockOptions
    @OptionGroup var reason: ReasonOptions
    @OptionGroup var change: ChangeOptions

    var commands: PrintedCommands { repository.commands().signing(with: online.key) }

    /// Adds the lines of a decision, signs them, and prints the result.
    func publish(
        _ content: Publisher.Content, rollout: Rollout? = nil
    ) throws(PublishError) -> ExitCode {
        let home = repository.home
        let key = try online.key(home, isDryRun: change.dryRun)
        let report = try Publisher(
            destination: try repository.open(breaksLock: lock.breakLock), home: home, key: key,
            content: content,
            now: Surroundings.now, rollout: rollout, over: reason.over, why: reason.why,
            isDryRun: change.dryRun, viewerFolder: ViewerPlace.folder
        ).run()
        return AfterPublish.show(report, change, commands, onlyChanges: true)
    }
}

/// Why a decision is made, and what it goes over.
struct ReasonOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Why; it is written behind the line in decisions.txt, and shown by log, status and the "
                + "pages.", valueName: "text"))
    var why: String?

    @Option(
        help: ArgumentHelp(
            "Go over this live state although it has something that this checkout lacks; exit status "
                + "4 prints its version.", valueName: "state"))
    var over: Int64?

    func validate() throws {
        guard let why else { return }
        let isOneLine = why.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
        guard isOneLine, !why.isEmpty, why.utf8.count <= Self.whyBytesMax else {
            throw ValidationError(
                "--why: expected one line of at most \(Self.whyBytesMax) bytes")
        }
    }

    /// Bytes of a reason: a line that a person reads.
    private static let whyBytesMax = 500
}
