import ArgumentParser
import Foundation

@testable import BundlePublisher
@testable import SeasonAuthoring
@testable import bundle_publish

/// Reads the words of a command as the program does, without building all the other commands.
enum CommandLine {
    private static let commands: [String: any ParsableCommand.Type] = [
        "init": InitCommand.self, "publish": PublishCommand.self, "refresh": RefreshCommand.self,
        "rollback": RollbackCommand.self, "recall": RecallCommand.self, "lift": LiftCommand.self,
        "waves": WavesCommand.self, "promote": PromoteCommand.self, "prune": PruneCommand.self,
        "pull": PullCommand.self, "status": StatusCommand.self,
    ]
    private static let keyCommands: [String: any ParsableCommand.Type] = [
        "rotate-online": RotateOnlineCommand.self, "add-root": AddRootCommand.self,
        "remove-root": RemoveRootCommand.self, "renew-root": RenewRootCommand.self,
        "threshold": ThresholdCommand.self,
    ]

    /// What was read before: reading takes as long as the command itself, and histories repeat themselves.
    private static let known = Known()

    /// Reads a command.
    ///
    /// - Parameter words: without the program's name.
    /// - Returns: the command, to be run.
    /// - Throws: where the words are none.
    static func parse(_ words: [String]) throws -> any ParsableCommand {
        if let command = known.find(words) { return command }
        let command = try read(words)
        known.keep(command, words)
        return command
    }

    private static func read(_ words: [String]) throws -> any ParsableCommand {
        if words.first == "keys", words.count > 1, let command = keyCommands[words[1]] {
            return try command.parse(Array(words.dropFirst(2)))
        }
        if let first = words.first, let command = commands[first] {
            return try command.parse(Array(words.dropFirst()))
        }
        return try BundlePublish.parseAsRoot(words)
    }
}

/// Commands by their words; they are values, so each run has its own.
private final class Known: @unchecked Sendable {
    /// Commands that are kept at most.
    private static let countMax = 10_000

    private let lock = NSLock()
    private var commands: [[String]: any ParsableCommand] = [:]

    func find(_ words: [String]) -> (any ParsableCommand)? {
        lock.withLock { commands[words] }
    }

    func keep(_ command: any ParsableCommand, _ words: [String]) {
        lock.withLock {
            if commands.count < Self.countMax { commands[words] = command }
        }
    }
}
