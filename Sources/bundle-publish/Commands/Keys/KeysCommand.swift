import ArgumentParser
import BundlePublisher
import JSON
import SeasonAuthoring

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
              bundle-publish keys rotate-online
              bundle-publish keys add-root && bundle-publish keys remove-root 1a2b3c4d
            """,
        subcommands: [
            ListKeysCommand.self, NewKeyCommand.self, RotateOnlineCommand.self,
            AddRootCommand.self, RemoveRootCommand.self, RenewRootCommand.self,
            ThresholdCommand.self, SignCommand.self,
        ])

    func run() throws { throw ValidationError("expected a command of keys, found none") }
}

/// A `keys` command that makes or signs a root.
protocol RootSubcommand: Subcommand {
    var options: KeysOptions { get }

    /// Makes a draft of the root, or finds the one that waits.
    func propose(
        _ editor: RootEditor, _ passphrases: inout Passphrases
    ) throws(PublishError) -> RootEditor.Edit
}

extension RootSubcommand {
    var commands: PrintedCommands { options.repository.commands() }

    func perform() throws {
        let publisher = RootPublisher(
            home: options.repository.home, destination: try destination(),
            rootKeys: options.rootKey, passphrases: try options.passphrase.read(),
            variable: Surroundings.variable,
            rootKeysFolder: try options.repository.home.rootKeysFolder(below: Surroundings.data),
            isDryRun: options.change.dryRun, now: Surroundings.now
        ) { edit, warnings in
            for warning in warnings { Console.message(commands.text(warning)) }
            if !options.change.json { RootReportText.changes(edit).forEach(Console.message) }
        }
        let report = try publisher.run { (editor, passphrases) throws(PublishError) in
            try propose(editor, &passphrases)
        }
        let text = RootReportText(report: report, options: options, commands: commands)
        Console.result(options.change.json ? text.json.text() : text.lines)
        if report.isRotationUnfinished { throw ExitCode.failure }
    }

    /// Where the root is published; nil if no repository is named, only an address to read from, or nothing is published.
    private func destination() throws(PublishError) -> (any PublishDestination)? {
        guard !options.offline else { return nil }
        do throws(PublishError) {
            let destination = try options.repository.open()
            if options.repository.place == nil {
                guard try destination.exists(),
                    try RootChain.fetch(from: destination.fetcher, at: destination.name) != nil
                else { return nil }
            }
            return destination
        } catch {
            guard error.kind == .nowhereToWrite, options.repository.place == nil else {
                throw error
            }
            return nil
        }
    }
}
