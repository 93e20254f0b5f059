import ArgumentParser
import BundleFormat
import UpdatePolicy

/// `rollback`: goes back to the version that was served before.
struct RollbackCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rollback",
        abstract: "Goes back to the version before the one that is served.",
        discussion: """
            The version that is left is not installed again until the publisher publishes something \
            newer. Without a year it takes back what the last switch changed.

            Examples:
              bundle-agent rollback 2026
              bundle-agent rollback --dry-run

            Exit status: 0 done, 1 not possible, 64 wrong usage.
            """)

    @Argument(help: "The season; else those that changed last.") var year: BundleYear?
    @OptionGroup var options: ChoiceOptions

    func run() throws {
        try options.choose { (facts) throws(ChoiceError) in try facts.rollback(year) }
    }
}
