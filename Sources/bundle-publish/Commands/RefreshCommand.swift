import ArgumentParser
import BundlePublisher
import JSON
import TUF

struct RefreshCommand: SignedChange {
    static let configuration = CommandConfiguration(
        commandName: "refresh",
        abstract: "Renews what is signed when less than half of its life is left.",
        discussion: """
            Needs no seasons and changes none. Does nothing while there is time, and where
            another publisher is at work, which renews as well: safe to run hourly and
            next to a publish. New roots of the home are put in place, and what this home has
            seen is put back if an older copy was restored.

            Examples:
              bundle-publish refresh
              bundle-publish refresh --dry-run --json
              17 * * * * bundle-publish refresh --home /srv/publisher
            """)

    @Flag(help: "Sign everything anew, even where there is time: a restored backup is served.")
    var force = false

    @OptionGroup var repository: RepositoryOptions
    @OptionGroup var signing: SigningOptions
    @OptionGroup var change: ChangeOptions

    func perform() throws {
        let publisher = Publisher(
            .refresh(isForced: force),
            destination: try repository.open(breaksLock: signing.breakLock),
            home: repository.home, key: try signing.key(repository.home),
            now: Surroundings.now, isDryRun: change.dryRun,
            isRehearsal: try repository.isRehearsal, viewerFolder: OwnFiles.viewer)
        let report: PublishReport
        do throws(PublishError) {
            report = try publisher.run()
        } catch {
            guard error.kind == .busy else { throw error }
            Console.result(
                change.json
                    ? PublishReportText.busyJSON.text()
                    : "another publisher is at work, which renews as well: nothing to do")
            return
        }
        let text = PublishReportText(report: report, isDryRun: change.dryRun, commands: commands)
        Console.result(change.json ? text.refreshJSON.text() : text.refreshLines)
        report.showRootNotice(commands)
    }
}
