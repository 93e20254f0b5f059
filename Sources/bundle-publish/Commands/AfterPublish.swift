import BundlePublisher

/// The messages of a command at the end of a publish.
enum AfterPublish {
    /// Tells that root should be renewed, if it is time.
    ///
    /// - Parameters:
    ///   - report: the publish's report.
    ///   - commands: the commands that it may name.
    static func showRootNotice(_ report: Publisher.Report, _ commands: PrintedCommands) {
        guard let days = RootNotice.daysLeft(report.rootExpires, now: Surroundings.now) else {
            return
        }
        Console.message(RootNoticeText.sentence(daysLeft: days, commands))
    }

    /// Tells what agents see; prints nothing if no web address is configured.
    ///
    /// - Parameters:
    ///   - version: what was published.
    ///   - commands: the commands that it may name; the configuration of their home names the address.
    static func showPublicView(version: Int64, _ commands: PrintedCommands) {
        let home = Home(path: commands.home)
        guard let address = try? HomeConfiguration.read(home.configurationPath).repository,
            let site = try? DestinationOpener.program.site(address, home: home), site.web != nil
        else { return }
        let view = PublicView(site, home, version: version, now: Surroundings.now)
        Console.message(PublicViewText.sentence(view, at: "\(site.address)", commands))
    }
}
