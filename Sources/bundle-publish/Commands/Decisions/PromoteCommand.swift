import ArgumentParser
import BundleFormat
import BundlePublisher

struct PromoteCommand: Subcommand {
    static let configuration = CommandConfiguration(
        commandName: "promote",
        abstract: "Offers the same zips that another repository offers.",
        discussion: """
            A beta is a second repository, with a home of its own, at an address that beta
            machines are given. What it shows is verified against its root, its zips are
            copied byte by byte, and its recalls become lines of this home. Seasons that
            the beta does not have, or has alike, stay as they are. Lines of this home
            hold for promoted contents, too.

            Examples:
              bundle-publish promote --from /srv/beta --from-home beta --dry-run
              bundle-publish promote 2026 --from https://beta.example.org --from-home beta
              bundle-publish promote --from /srv/beta --from-home beta --waves 10%:0h,100%:6h
            """)

    @Argument(help: ArgumentHelp("The seasons; all without any.", valueName: "year"))
    var years: [BundleYear] = []

    @Option(help: ArgumentHelp("The repository that has it.", valueName: "place"))
    var from: String

    @Option(help: ArgumentHelp("The home that signs the other repository.", valueName: "directory"))
    var fromHome: String

    @OptionGroup var rollout: RolloutOptions
    @OptionGroup var options: DecisionOptions

    var commands: PrintedCommands { options.commands }

    func perform() throws {
        let signer = Home(path: fromHome)
        let promotion = try Promotion(
            Set(years), from: try DestinationOpener.program.openToRead(from, home: signer),
            home: signer, now: Surroundings.now)
        try options.publish(.promoted(promotion), rollout: rollout.rollout)
    }
}
