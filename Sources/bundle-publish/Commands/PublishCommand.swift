import ArgumentParser
import BundleFormat
import TUF

/// `publish`: check, plan, sign, verify, write.
struct PublishCommand: Subcommand {
    static let configuration = CommandConfiguration(
        commandName: "publish",
        abstract: "Publishes the seasons into a directory that any web server can serve.",
        discussion: """
            Prints what changes for each season. Where nothing changed nothing is
            written, except a new timestamp when less than half of its life is left;
            so it is safe to run at any time. The result is verified with the agents'
            own code before it goes live.

            The online key comes from --key, else from the environment variable
            \(KeyFile.environmentName), else from keys/online.key in the home.

            Examples:
              bundle-publish publish --to /srv/bundles
              bundle-publish publish --to /srv/bundles --dry-run
              bundle-publish publish --to /srv/bundles --key /run/secrets/key --json
            """)

    @OptionGroup var content: ContentOptions
    @OptionGroup var options: HomeOptions

    @Option(help: ArgumentHelp("The directory to publish into.", valueName: "directory"))
    var to: String

    @Option(help: ArgumentHelp("The online key.", valueName: "file"))
    var key: String?

    @Flag(help: "Show what would change and write nothing.")
    var dryRun = false

    @Flag(help: "Print one JSON object instead of lines.")
    var json = false

    /// From so many days before root expires each publish says so.
    private static let rootNoticeDays: Int64 = 180

    func perform() throws(PublishError) -> ExitCode {
        let seasons = try ContentCheck(folder: content.bundles).runStrictly()
        let home = Home(path: options.home)
        let publisher = Publisher(
            directory: to, home: home,
            key: try KeyFile.online(
                home: home, option: key,
                environment: Surroundings.variable(KeyFile.environmentName)),
            content: seasons, now: Surroundings.now, isDryRun: dryRun)
        let report = try publisher.run()
        Console.result(
            json
                ? PublishReportText.json(report, isDryRun: dryRun)
                : PublishReportText.lines(report, isDryRun: dryRun))
        let days = (report.rootExpires.unixSeconds - Surroundings.now.unixSeconds) / 86_400
        if days < Self.rootNoticeDays {
            Console.message("root: \(days) days left: sign a new one before it expires")
        }
        return .success
    }
}
