import ArgumentParser
import BundleFormat
import BundlePublisher

struct RecallCommand: DecisionSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "recall",
        abstract: "Recalls a content: no machine serves it any more, whatever its wave or pin.",
        discussion: """
            If the season shows the content, it shows the newest one instead that nothing
            recalls or rolls back, or the one named, or none: machines then show the content
            inside the program. The recall holds until lift, also if the same source files
            are published again.

            Without a version it lists the contents to choose from.

            Examples:
              bundle-publish recall 2026
              bundle-publish recall 2026 9c41d7e0b2f3 --why "shows a wrong winner"
              bundle-publish recall 2026 9c41d7e0b2f3 --to 3fa92c0417aa
              bundle-publish recall 2026 9c41d7e0b2f3 --to embedded
            """)

    @Argument(help: ArgumentHelp("The season.", valueName: "year"))
    var year: BundleYear

    @Argument(
        help: ArgumentHelp(
            "The content, by its first digits, 6 or more, or by all 64.", valueName: "version"))
    var version: VersionPrefix?

    @Option(
        help: ArgumentHelp(
            "What is shown instead; the newest other content without it.",
            valueName: "version|embedded"))
    var to = DecisionRequest.Replacement.previous

    @OptionGroup var reason: ReasonOptions
    @OptionGroup var repository: RepositoryOptions
    @OptionGroup var signing: SigningOptions
    @OptionGroup var change: ChangeOptions

    var request: DecisionRequest { .recall(year, version, showing: to) }
}

struct LiftCommand: DecisionSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "lift",
        abstract: "Ends a recall: machines may serve the content again.",
        discussion: """
            A content that was rolled back stays so: again shows it.

            Examples:
              bundle-publish lift 2026 9c41d7e0b2f3
              bundle-publish lift 2026 9c41d7e0b2f3 --why "it was right after all"
            """)

    @Argument(help: ArgumentHelp("The season.", valueName: "year"))
    var year: BundleYear

    @Argument(
        help: ArgumentHelp("The content, by its first digits, 6 or more.", valueName: "version"))
    var version: VersionPrefix

    @OptionGroup var reason: ReasonOptions
    @OptionGroup var repository: RepositoryOptions
    @OptionGroup var signing: SigningOptions
    @OptionGroup var change: ChangeOptions

    var request: DecisionRequest { .lift(year, version) }
}
