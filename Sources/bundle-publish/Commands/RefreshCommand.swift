import ArgumentParser
import BundlePublisher
import JSON
import TUF

/// `refresh`: signatures renewed in time, for cron.
struct RefreshCommand: Subcommand {
    static let configuration = CommandConfiguration(
        commandName: "refresh",
        abstract: "Renews what is signed when less than half of its life is left.",
        discussion: """
            Needs no seasons and changes none. Does nothing while there is time, and where
            another publisher is at work, which renews as well: safe to run hourly and
            beside a publish. New roots of the home are put in place.

            The online key comes from --key, else from the environment variable
            \(OnlineKey.environmentName), else from keys/online.key in the home.

            Examples:
              bundle-publish refresh --to /srv/bundles
              bundle-publish refresh --to /srv/bundles --dry-run --json
              17 * * * * bundle-publish refresh --to /srv/bundles --home /srv/publisher
            """)

    @OptionGroup var options: HomeOptions

    @Option(
        help: ArgumentHelp(
            "The published directory, or s3://BUCKET/PREFIX.", valueName: "directory|s3://…"))
    var to: String

    @OptionGroup var online: OnlineKeyOptions
    @OptionGroup var lock: LockOptions

    @Flag(help: "Sign everything anew, even where there is time: a restored backup is served.")
    var force = false

    @Flag(help: "Show what would be renewed and write nothing.")
    var dryRun = false

    @Flag(help: "Print one JSON object instead of lines.")
    var json = false

    func validate() throws { try lock.refuse(unlessStore: to) }

    var commands: PrintedCommands { options.commands(at: to).signing(with: online.key) }

    func perform() throws -> ExitCode {
        let home = Home(path: options.home)
        let publisher = Publisher(
            destination: try DestinationOpener.program.open(to, breaksLock: lock.breakLock),
            home: home, key: try online.key(home),
            content: .asPublished,
            now: Surroundings.now, isDryRun: dryRun, isForced: force,
            viewerFolder: ViewerPlace.folder)
        guard let report = try publisher.runUnlessBusy() else {
            Console.result(
                json
                    ? RefreshReportText.busy.text()
                    : "another publisher is at work, which renews as well: nothing to do")
            return .success
        }
        Console.result(
            json
                ? RefreshReportText.json(report, isDryRun: dryRun, commands).text()
                : RefreshReportText.lines(report, isDryRun: dryRun, commands))
        AfterPublish.showRootNotice(report, commands)
        return .success
    }
}
