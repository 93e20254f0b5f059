import ArgumentParser
import BundleFormat
import SeasonClient

struct PinCommand: ChoiceCommand {
    static let configuration = CommandConfiguration(
        commandName: "pin",
        abstract: "Lets a season serve one version, whatever is published.",
        discussion: """
            The first digits of the version are enough if no other version begins with them. If the \
            version is not here, it is downloaded: the repository has those that a season showed \
            before, until the publisher prunes them. It is verified like every other, and need not wait \
            for its wave. A version that the publisher recalls is not served, even if it is pinned.

            Examples:
              bundle-agent pin 2026 1d0592
              bundle-agent unpin 2026

            \(ExitStatus.choiceHelp)
            """)

    @Argument(help: "The season.") var year: BundleYear
    @Argument(
        help: "The version, or its first digits; 'bundle-agent why YEAR' lists those that are here."
    )
    var version: String
    @OptionGroup var polling: PollOptions
    @OptionGroup var common: CommonOptions
    @Flag(help: Self.dryRunHelp) var dryRun = false

    func run() throws {
        try choose(seeking: (year, version)) { (facts) throws(ChoiceError) in
            try facts.pin(year, version)
        }
    }
}

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
