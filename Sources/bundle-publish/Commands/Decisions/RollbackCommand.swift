import ArgumentParser
import BundleFormat
import BundlePublisher

struct RollbackCommand: DecisionSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "rollback",
        abstract: "Shows an earlier content of a season again.",
        discussion: """
            The zip of the earlier content is still in the repository. It counts as published
            now and is for everyone, so every machine takes it for the newer one. While the
            folder has the content that was shown before, publish shows the earlier one, until
            again. A machine that pinned the content keeps it; recall takes it from those, too.

            Without --to it goes back to the newest earlier content, and says which.
            "embedded" shows none: machines show the content inside the program.

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
            valueName: "version|embedded"))
    var to = DecisionRequest.Replacement.previous

    @OptionGroup var reason: ReasonOptions
    @OptionGroup var repository: RepositoryOptions
    @OptionGroup var signing: SigningOptions
    @OptionGroup var change: ChangeOptions

    var request: DecisionRequest { .rollback(year, to: to) }
}

struct AgainCommand: DecisionSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "again",
        abstract: "Ends a rollback: shows the content that was published last.",
        discussion: """
            The rollout of the content goes on where it stood. A recalled content is not
            shown again: lift the recall, or correct the season and publish it.

            Examples:
              bundle-publish again 2026
              bundle-publish again 2026 --why "the totals were right"
            """)

    @Argument(help: ArgumentHelp("The season.", valueName: "year"))
    var year: BundleYear

    @OptionGroup var reason: ReasonOptions
    @OptionGroup var repository: RepositoryOptions
    @OptionGroup var signing: SigningOptions
    @OptionGroup var change: ChangeOptions

    var request: DecisionRequest { .again(year) }
}
