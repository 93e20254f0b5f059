import ArgumentParser
import BundleFormat
import BundlePublisher

struct RollbackCommand: DecisionSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "rollback",
        abstract: "Shows an earlier content of a season again.",
        discussion: """
            Adds a line to decisions.txt and signs it. The zip of the earlier content is
            still in the repository. It counts as published now, so every machine takes
            it for the newer one. The line holds until another one ends it: while the
            folder has the content that was shown before, publish shows the earlier one.
            A machine that pinned the content keeps it; recall takes it from those, too.

            Without --to it goes back to the newest earlier content, and says which.

            Examples:
              bundle-publish rollback 2026 --dry-run
              bundle-publish rollback 2026 --why "Auto Run was swapped"
              bundle-publish rollback 2026 --to 3fa92c0417aa
            """)

    @Argument(help: ArgumentHelp("The season.", valueName: "year"))
    var year: BundleYear

    @Option(
        help: ArgumentHelp(
            "The content, by its first digits, 6 or more; the newest earlier one without it.",
            valueName: "version"))
    var to: VersionPrefix?

    @OptionGroup var options: DecisionOptions

    var request: DecisionRequest { .rollback(year, to: to) }
}
