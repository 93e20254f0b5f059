import ArgumentParser
import BundleFormat
import BundlePublisher
import Files
import Platform
import Text

/// The program's commands and what they have in common.
@main
struct BundlePublish: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bundle-publish",
        abstract: "Checks, signs and publishes descriptions of score breakdowns.",
        discussion: """
            Examples:
              bundle-publish new 2027 --from match.json
              bundle-publish check
              bundle-publish init --in /srv/bundles
              bundle-publish publish
              bundle-publish rollback 2026 --why "wrong totals"
              bundle-publish verify --in https://bundles.example.org --at +60d
              bundle-publish status

            \(ExitCode.help)
            """,
        version: programVersion,
        subcommands: [
            NewCommand.self, PreviewCommand.self, CheckCommand.self, DriftCommand.self,
            BuildCommand.self,
            EmbedCommand.self, InitCommand.self, PlanCommand.self, PublishCommand.self,
            RefreshCommand.self, RollbackCommand.self, RecallCommand.self, LiftCommand.self,
            AgainCommand.self, WavesCommand.self, LogCommand.self, PruneCommand.self,
            StatusCommand.self,
            VerifyCommand.self, SiteCommand.self,
            KeysCommand.self,
        ])

    func run() throws { throw ValidationError("expected a command, found none") }

    static func main() {
        StandardStreams.standInForClosed()
        do {
            if let complaint = unknownCommand(in: ProgramArguments.words, of: "bundle-publish") {
                Console.message(complaint)
                throw ExitCode.validationFailure
            }
            if let complaint = ProgramArguments.complaint() { throw ValidationError(complaint) }
            var command = try parseAsRoot(Array(ProgramArguments.words))
            try command.run()
            Console.end(ExitCode.success)
        } catch {
            Console.end(error)
        }
    }
}

extension ParsableCommand {
    /// What is wrong with the words that should name a command; nil if nothing is.
    fileprivate static func unknownCommand(
        in words: ArraySlice<String>, of program: String
    ) -> String? {
        let commands = configuration.subcommands
        guard !commands.isEmpty, let word = words.first, !word.hasPrefix("-") else { return nil }
        func name(_ command: any ParsableCommand.Type) -> String {
            command.configuration.commandName ?? command._commandName
        }
        if let complaint = Spelling.complaint(
            word, commands: commands.map(name) + ["help"], of: program)
        {
            return complaint
        }
        return commands.first { name($0) == word }?
            .unknownCommand(in: words.dropFirst(), of: "\(program) \(word)")
    }
}

/// A subcommand turns options into a validated configuration, calls a library, and prints the result.
protocol Subcommand: ParsableCommand {
    /// The commands that messages print, which name the same home and repository.
    var commands: PrintedCommands { get }

    /// Does the work; whatever it throws ends the process.
    func perform() throws
}

extension Subcommand {
    func run() throws {
        do {
            let home = Home(path: commands.home)
            try home.refuseLinks()
            // A killed command may have left a private key there.
            home.removeLeftovers()
            try perform()
        } catch let end as ExitCode {
            throw end
        } catch {
            throw Console.report(error, commands)
        }
    }
}

/// A command whose messages print commands for the same home and repository, and nothing else.
protocol RepositorySubcommand: Subcommand {
    var repository: RepositoryOptions { get }
}

extension RepositorySubcommand {
    var commands: PrintedCommands { repository.commands() }
}
