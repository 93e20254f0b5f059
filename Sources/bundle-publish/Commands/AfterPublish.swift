import BundlePublisher

/// The messages of a command at the end of a publish.
enum AfterPublish {
    /// Tells that root should be renewed, if it is time.
    ///
    /// - Parameter report: the publish's report.
    static func showRootNotice(_ report: Publisher.Report) {
        guard let days = RootNotice.daysLeft(report.rootExpires, now: Surroundings.now) else {
            return
        }
        Console.message(RootNoticeText.sentence(daysLeft: days))
    }

    /// Tells what agents see; prints nothing if no web address is configured.
    ///
    /// - Parameters:
    ///   - home: the publisher's folder, whose configuration names the address.
    ///   - version: what was published.
    static func showPublicView(_ home: Home, version: Int64) {
        guard let address = try? HomeConfiguration.read(home.configurationPath).repository,
            let site = try? DestinationOpener.program.site(address, home: home), site.web != nil
        else { return }
        let view = PublicView(site, home, version: version, now: Surroundings.now)
        Console.message(PublicViewText.sentence(view, at: "\(site.address)"))
    }
}
