import ArgumentParser
import BundleFormat
import SeasonClient

struct UnpinCommand: ParsableCommand {
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
    @OptionGroup var options: ChoiceOptions

    func run() throws {
        try options.choose { (facts) throws(ChoiceError) in try facts.unpin(year) }
    }
}
