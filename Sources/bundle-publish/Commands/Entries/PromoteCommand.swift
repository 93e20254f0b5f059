import ArgumentParser
import BundleFormat
import BundlePublisher

/// `promote`: what one repository offers is offered by another one, too.
struct PromoteCommand: Subcommand {
    static let configuration = CommandConfiguration(
        commandName: "promote",
        abstract: "Offers in one repository the same zips that another one offers.",
        discussion: """
            A beta is a second published directory, at an address that beta machines are
            given. What it offers is verified against its root, its zips are copied byte by
            byte, and only metadata is signed anew; nothing is packed. Seasons that the beta
            does not have, or has alike, stay as they are.

            Examples:
              bundle-publish promote --from /srv/beta --to /srv/stable --dry-run
              bundle-publish promote 2026 --from https://beta.example.org --to /srv/stable
              bundle-publish promote --from /srv/beta --to /srv/stable --waves 10%:0h,100%:6h
            """)

    @Argument(help: ArgumentHelp("The seasons; all without any.", valueName: "year"))
    var years: [BundleYear] = []

    @Option(help: ArgumentHelp("The repository that has it.", valueName: "url|directory"))
    var from: String

    @Option(help: ArgumentHelp("The directory to offer it in.", valueName: "directory"))
    var to: String

    @Option(
        help: ArgumentHelp(
            "The home that signs the other repository; the same without it.",
            valueName: "directory"))
    var fromHome: String?

    @Option(
        help: ArgumentHelp(
            "Offer this season though its content was rolled back there; may be repeated.",
            valueName: "year"))
    var again: [BundleYear] = []

    @OptionGroup var rollout: RolloutOptions
    @OptionGroup var home: HomeOptions
    @OptionGroup var online: OnlineKeyOptions

    @OptionGroup var change: ChangeOptions

    var commands: PrintedCommands {
        var commands = home.commands(at: to)
        commands.otherHomes[from] = fromHome
        commands.placeWithoutHome = fromHome == nil ? from : nil
        return commands
    }

    func perform() throws -> ExitCode {
        let signer = Home(path: fromHome ?? home.home)
        let source = try PromoteSource.read(
            try DestinationOpener.program.openToRead(from, home: signer), at: from, home: signer,
            now: Surroundings.now)
        guard let source else {
            throw CommandProblem.nothingPublished(at: from, .publishFirst)
        }
        let edit = PromoteEdit(
            source: source, years: Set(years), rollout: try rollout.rollout(), again: Set(again))
        return try EntryRun(home: home, online: online, change: change)
            .publish(edit, to: try DestinationOpener.program.open(to))
    }
}
