import ArgumentParser
import BundlePublisher

/// The common options of the commands that change only signed entries.
struct EntryOptions: ParsableArguments {
    @OptionGroup var home: HomeOptions

    @Option(
        name: .customLong("in"),
        help: ArgumentHelp(
            "The published directory; the configuration's repository without it.",
            valueName: "directory"))
    var place: String?

    @OptionGroup var online: OnlineKeyOptions

    @OptionGroup var change: ChangeOptions

    /// The commands that messages print.
    var commands: PrintedCommands { home.commands(at: place).signing(with: online.key) }

    /// Publishes an edit, and prints the result.
    ///
    /// - Parameter edit: the change.
    /// - Returns: the process's exit status.
    /// - Throws: ``PublishError``.
    func publish(_ edit: any EntryEdit) throws(PublishError) -> ExitCode {
        let place = try DestinationOpener.program.open(place, home: Home(path: home.home))
        return try EntryRun(home: home, online: online, change: change)
            .publish(edit, to: place)
    }
}
