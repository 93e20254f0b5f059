import ArgumentParser
import BundleFormat
import BundlePublisher
import JSON
import SeasonAuthoring
import TUF

/// A command that signs something about seasons.
///
/// Its groups of options stand in it and not in one group: the parser of arguments checks each group in a debug build,
/// and for a group in a group five times as long.
protocol SignedChange: Subcommand {
    var repository: RepositoryOptions { get }
    var signing: SigningOptions { get }
    var change: ChangeOptions { get }
}

extension SignedChange {
    var commands: PrintedCommands { repository.commands().signing(with: signing.key) }

    /// Does the work, and prints what was signed.
    ///
    /// - Parameters:
    ///   - folder: the folder of seasons; nil for a command that reads none.
    func sign(
        _ work: Publisher.Work, seasonsIn folder: String? = nil, lastLines: () -> [String] = { [] }
    ) throws {
        let home = repository.home
        let destination = try repository.open(breaksLock: signing.breakLock)
        if let folder { try destination.requireApart(from: folder, "the seasons") }
        let key = change.dryRun ? try? signing.key(home) : try signing.key(home)
        let report = try Publisher(
            work, destination: destination, home: home, key: key, now: Surroundings.now,
            isDryRun: change.dryRun, isRehearsal: try repository.isRehearsal,
            viewerFolder: OwnFiles.viewer
        ).run()
        var text = PublishReportText(
            report: report, isDryRun: change.dryRun, commands: commands,
            onlyChanges: folder == nil, hasAftermath: true)
        text.lastLines = lastLines()
        Console.result(change.json ? text.json.text() : text.lines)
        report.showRootNotice(commands)
        if report.written.contains("index.html"), let absence = OwnFiles.viewerAbsence {
            Console.message(absence)
        }
        if report.written.contains(PublishFile.timestampPath),
            let site = try? DestinationOpener.program.publicSite(home: home)
        {
            Console.message(
                commands.text(
                    site.sentence(home, version: report.plan.version, now: Surroundings.now)))
        }
        for line in text.held { Console.message(line) }
        if report.decision.isIncomplete { throw ExitCode.failure }
        if !report.decision.held.isEmpty { throw ExitCode.behind }
    }
}

protocol DecisionSubcommand: SignedChange {
    var reason: ReasonOptions { get }
    var request: DecisionRequest { get }
}

extension DecisionSubcommand {
    func perform() throws {
        let planner = DecisionPlanner(request, why: reason.why ?? "")
        try sign(.decide(planner))
    }
}

/// The reason of a decision.
struct ReasonOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("Why; it is signed, and shown by log and status.", valueName: "text"))
    var why: String?

    func validate() throws {
        guard let why else { return }
        let isOneLine = why.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
        guard isOneLine, !why.isEmpty, why.first != " ", why.last != " ",
            why.utf8.count <= Self.whyBytesMax
        else {
            throw ValidationError(
                "--why: expected one line of at most \(Self.whyBytesMax) bytes, without spaces around it"
            )
        }
    }

    /// Bytes of a reason: a line that a person reads.
    private static let whyBytesMax = 500
}

extension PublishReport {
    /// Tells that root should be renewed, if it is time: several people do that.
    func showRootNotice(_ commands: PrintedCommands) {
        let days = (facts.rootExpires.unixSeconds - Surroundings.now.unixSeconds) / 86_400
        guard days < 180 else { return }
        Console.message(
            commands.text("root: \(days) days left: renew it with \(.keys("renew-root"))"))
    }
}
