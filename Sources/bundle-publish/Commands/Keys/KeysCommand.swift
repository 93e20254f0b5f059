import ArgumentParser
import BundlePublisher
import SeasonAuthoring

/// `keys`: who may sign.
struct KeysCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "keys",
        abstract: "Changes who may sign: root keys and the online key.",
        discussion: """
            Each change makes the next root. Root keys sign it, as many as the threshold
            says; where more people than one are needed, the root waits in pending/ and
            each of them runs keys sign. Agents follow by themselves.

            Keys come from files, the environment or open file descriptors (fd:3), never
            from the command line.

            Examples:
              bundle-publish keys list
              bundle-publish keys rotate-online --to /srv/bundles
              bundle-publish keys add-root && bundle-publish keys remove-root 1a2b3c4d
            """,
        subcommands: [
            ListKeysCommand.self, NewKeyCommand.self, RotateOnlineCommand.self,
            AddRootCommand.self, RemoveRootCommand.self, RenewRootCommand.self,
            ThresholdCommand.self, SignCommand.self,
        ])
}

/// A `keys` command that makes or signs a root.
protocol RootSubcommand: Subcommand {
    var options: KeysOptions { get }

    /// Makes a draft of the root, or finds the one that waits.
    ///
    /// - Parameters:
    ///   - editor: makes roots in the home.
    ///   - passphrases: for keys that belong to the root.
    /// - Returns: the root and such keys.
    /// - Throws: ``PublishError``.
    func propose(
        _ editor: RootEditor, _ passphrases: inout Passphrases
    ) throws(PublishError) -> RootPublisher.Proposal
}

extension RootSubcommand {
    var commands: PrintedCommands {
        options.home.commands(at: options.to, bundles: options.content.bundles)
    }

    func perform() throws -> ExitCode {
        let settings = RootPublisher.Settings(
            home: Home(path: options.home.home),
            destination: try options.to.map { (to) throws(PublishError) in
                let destination = try DestinationOpener.program.open(to)
                try SeasonsApart(folder: options.content.bundles).refuseServing(destination)
                return destination
            },
            rootKeys: options.rootKey, passphrases: options.passphrase.sources,
            variable: Surroundings.variable, isDryRun: options.change.dryRun, now: Surroundings.now)
        let publisher = RootPublisher(settings) { () throws(AuthoringError) in
            try SeasonPacker(folder: options.content.bundles).pack(.program)
        } show: { edit, warning in
            if let warning {
                Console.message(ClockWarningText.sentence(warning, commands))
            }
            if !options.change.json { RootReportText.changes(edit).forEach(Console.message) }
        }
        let report = try publisher.run { (editor, passphrases) throws(PublishError) in
            try propose(editor, &passphrases)
        }
        Console.result(
            options.change.json
                ? RootReportText.json(report, options: options, commands)
                : RootReportText.lines(report, options: options, commands))
        return .success
    }
}
