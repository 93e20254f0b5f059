import ArgumentParser
import BundleFormat
import BundlePublisher

/// `rollback`: offers an earlier content of a season again.
struct RollbackCommand: Subcommand {
    static let configuration = CommandConfiguration(
        commandName: "rollback",
        abstract: "Offers an earlier content of a season again.",
        discussion: """
            Signs metadata alone: the zip of the earlier content is still in the published
            directory. It counts as published now, so every machine takes it for the newer
            one. What was live is not recalled: a machine that pinned it keeps it; recall
            takes it from those, too.

            Examples:
              bundle-publish rollback 2026 --in /srv/bundles --dry-run
              bundle-publish rollback 2026 --in /srv/bundles
              bundle-publish rollback 2026 --to 3fa92c0417aa --in /srv/bundles
            """)

    @Argument(help: ArgumentHelp("The season.", valueName: "year"))
    var year: BundleYear

    @Option(
        help: ArgumentHelp(
            "The content, by its first digits, 6 or more, as log lists it; the one before without it.",
            valueName: "version"))
    var to: VersionPrefix?

    @OptionGroup var options: EntryOptions

    var commands: PrintedCommands { options.commands }

    func perform() throws -> ExitCode {
        try options.publish(RollbackEdit(year: year, target: to))
    }
}
