import ArgumentParser
import BundleFormat
import UpdatePolicy

/// `pin`: lets a season serve one version, whatever is published.
struct PinCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pin",
        abstract: "Makes a season serve one version, whatever is published.",
        discussion: """
            The first digits of the version are enough where no other begins so. A version that is \
            only offered is fetched by the next poll, before its wave. What the publisher recalls is \
            not served though it is pinned.

            Examples:
              bundle-agent pin 2026 1d0592
              bundle-agent unpin 2026

            Exit status: 0 done, 1 not possible, 64 wrong usage.
            """)

    @Argument(help: "The season.") var year: BundleYear
    @Argument(help: "The version, or how it begins; 'bundle-agent why YEAR' lists them.")
    var version: String
    @OptionGroup var options: ChoiceOptions

    func run() throws {
        try options.choose { (facts) throws(ChoiceError) in try facts.pin(year, version) }
    }
}
