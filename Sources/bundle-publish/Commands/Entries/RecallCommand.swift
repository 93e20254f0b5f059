import ArgumentParser
import BundleFormat
import BundlePublisher

/// `recall`: a content that no machine may serve any more.
struct RecallCommand: Subcommand {
    static let configuration = CommandConfiguration(
        commandName: "recall",
        abstract: "Recalls a content: no machine serves it any more, whatever its wave or pin.",
        discussion: """
            Signs metadata alone. Where the content is live, the one before it is offered
            instead, or the one named, or none: machines then go back to the bundle inside
            the program. Later publishes refuse a recalled content until --lift.

            Examples:
              bundle-publish recall 2026 9c41d7e0b2f3 --in /srv/bundles
              bundle-publish recall 2026 9c41d7e0b2f3 --to 3fa92c0417aa --in /srv/bundles
              bundle-publish recall 2026 9c41d7e0b2f3 --to embedded --in /srv/bundles
              bundle-publish recall 2026 9c41d7e0b2f3 --lift --in /srv/bundles
            """)

    @Argument(help: ArgumentHelp("The season.", valueName: "year"))
    var year: BundleYear

    @Argument(
        help: ArgumentHelp("The content, by its first digits, 6 or more.", valueName: "version"))
    var version: VersionPrefix

    @Option(
        help: ArgumentHelp(
            "What is served instead; the content before without it.",
            valueName: "version|embedded"))
    var to = RecallEdit.Replacement.previous

    @Flag(help: "Let it be served again.")
    var lift = false

    @OptionGroup var options: EntryOptions

    func validate() throws {
        if lift, to != .previous {
            throw ValidationError("--lift: expected no --to beside it, found both")
        }
    }

    var commands: PrintedCommands { options.commands }

    func perform() throws -> ExitCode {
        try options.publish(
            lift
                ? LiftEdit(year: year, recalled: version)
                : RecallEdit(year: year, recalled: version, replacement: to))
    }
}
