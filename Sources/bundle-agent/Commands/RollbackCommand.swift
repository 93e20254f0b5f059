import ArgumentParser
import BundleFormat
import SeasonClient

struct RollbackCommand: ChoiceCommand {
    static let configuration = CommandConfiguration(
        commandName: "rollback",
        abstract: "Goes back to the version that was served before.",
        discussion: """
            The later version is not installed again; the season follows again when the publisher \
            publishes something newer. Without a year it takes back the changes of the last switch. \
            'bundle-agent resume YEAR' undoes it.

            Examples:
              bundle-agent rollback 2026
              bundle-agent rollback --dry-run

            \(ExitStatus.choiceHelp)
            """)

    @Argument(help: "The season; by default those that changed last.") var year: BundleYear?
    @OptionGroup var polling: PollOptions
    @OptionGroup var common: CommonOptions
    @Flag(help: Self.dryRunHelp) var dryRun = false

    func run() throws {
        try choose { (facts) throws(ChoiceError) in try facts.rollback(year) }
    }
}
