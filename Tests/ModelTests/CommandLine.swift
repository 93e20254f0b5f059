import ArgumentParser

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

    /// Reads a command from its words, without the program's name.
    static func parse(_ words: [String]) throws -> any ParsableCommand {
        if words.first == "keys", words.count > 1, let command = keyCommands[words[1]] {
            return try command.parse(Array(words.dropFirst(2)))
        }
        if let first = words.first, let command = commands[first] {
            return try command.parse(Array(words.dropFirst()))
        }
        return try BundlePublish.parseAsRoot(words)
    }
}
