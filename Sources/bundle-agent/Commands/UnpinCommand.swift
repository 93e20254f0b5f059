import ArgumentParser
import BundleFormat
import SeasonClient

struct UnpinCommand: ChoiceCommand {
    static let configuration = CommandConfiguration(
        commandName: "unpin",
        abstract: "Lets a pinned season follow the repository again.",
        discussion: """
            Examples:
              bundle-agent unpin 2026
              bundle-agent unpin 2026 --dry-run

            \(ExitStatus.choiceHelp)
            """)

    @Argument(help: "The season.") var year: BundleYear
    @OptionGroup var polling: PollOptions
    @OptionGroup var common: CommonOptions
    @Flag(help: Self.dryRunHelp) var dryRun = false

    func run() throws {
        try choose { (facts) throws(ChoiceError) in try facts.unpin(year) }
    }
}
