import BundlePublisher
import SeasonAuthoring
import TUF

/// The messages of a command at the end of a publish.
enum AfterPublish {
    /// A root is renewed by several people, so they are told this many days before it expires.
    private static let rootNoticeDays: Int64 = 180

    /// Tells that root should be renewed, if it is time.
    static func showRootNotice(_ report: PublishReport, _ commands: PrintedCommands) {
        let days = (report.facts.rootExpires.unixSeconds - Surroundings.now.unixSeconds) / 86_400
        guard days < rootNoticeDays else { return }
        Console.message(
            commands.text("root: \(days) days left: renew it with \(.keys("renew-root"))"))
    }

    /// Tells what agents see; prints nothing if the configuration names no web address.
    static func showPublicView(version: Int64, _ commands: PrintedCommands) {
        let home = Home(path: commands.home)
        guard let site = try? DestinationOpener.program.publicSite(home: home) else { return }
        Console.message(
            commands.text(PublicView.sentence(site, home, version: version, now: Surroundings.now)))
    }
}
