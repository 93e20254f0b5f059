import ArgumentParser
import BundleFormat
import BundlePublisher
import JSON

/// The options of the commands that publish, or decide something about a season.
struct DecisionOptions: ParsableArguments {
    @OptionGroup var repository: RepositoryOptions
    @OptionGroup var signing: SigningOptions
    @OptionGroup var reason: ReasonOptions
    @OptionGroup var change: ChangeOptions

    var commands: PrintedCommands { repository.commands().signing(with: signing.key) }

    /// Adds the lines of a decision, signs what follows from them, and prints the result.
    ///
    /// - Parameter folder: the folder of seasons that the content is from; nil for another content.
    func publish(
        _ content: Publisher.Content, from folder: String? = nil,
        checkout: CheckoutState = CheckoutState(commit: nil), rollout: Rollout? = nil
    ) throws {
        let home = repository.home
        let destination = try repository.open(breaksLock: signing.breakLock)
        if let folder { try destination.requireApart(from: folder, "the seasons") }
        let key = change.dryRun ? try? signing.key(home) : try signing.key(home)
        let report = try Publisher(
            destination: destination, home: home, key: key, content: content,
            now: Surroundings.now, checkout: checkout, rollout: rollout, over: reason.over,
            why: reason.why, isDryRun: change.dryRun, viewerFolder: ViewerPlace.folder
        ).run()
        var commands = commands
        commands.bundles = folder ?? ContentOptions.folder
        let text = PublishReportText(
            report: report, isDryRun: change.dryRun, commands: commands,
            onlyChanges: folder == nil, hasAftermath: true)
        Console.result(change.json ? text.json.text() : text.lines)
        Console.show(report.warnings)
        AfterPublish.showRootNotice(report, commands)
        if report.written.contains("index.html"), let absence = ViewerPlace.absence {
            Console.message(absence)
        }
        if report.written.last == PublishFile.timestampPath {
            AfterPublish.showPublicView(version: report.plan.version, commands)
        }
        if report.isIncomplete { throw ExitCode.failure }
    }
}

/// A command that decides something about a season.
protocol DecisionSubcommand: Subcommand {
    var options: DecisionOptions { get }
    var request: DecisionRequest { get }
}

extension DecisionSubcommand {
    var commands: PrintedCommands { options.commands }

    func perform() throws { try options.publish(.decided(request)) }
}

/// Why a decision is made, and what it goes over.
struct ReasonOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Why; it is written behind the line in decisions.txt, and shown by log and status.",
            valueName: "text"))
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
            throw ValidationError("--why: expected one line of at most \(Self.whyBytesMax) bytes")
        }
    }

    /// Bytes of a reason: a line that a person reads.
    private static let whyBytesMax = 500
}
