import BundlePublisher
import RepositoryTransport
import TUF

/// A look, right after a publish, at the address that agents use.
enum OutsideLook {
    /// Says what agents see; nothing where no web address is configured.
    ///
    /// A cache that still shows the publish before is no mistake, so this never fails.
    ///
    /// - Parameters:
    ///   - home: the publisher's folder, whose configuration names the address.
    ///   - version: what was published.
    ///   - now: the clock.
    static func tell(_ home: Home, version: Int64, now: UTCTime) {
        guard let address = try? HomeConfiguration.read(home.configurationPath).repository,
            let site = try? DestinationOpener.program.site(address, home: home), site.web != nil
        else { return }
        Console.message(sentence(site, home, version: version, now: now))
    }

    private static func sentence(
        _ site: Site, _ home: Home, version: Int64, now: UTCTime
    ) -> String {
        do throws(PublishError) {
            let seen = try LiveRepository.read(
                site.fetcher, at: site.address, firstRoot: site.trustedRoot(home), now: now)
            guard let shown = seen?.role(.timestamp)?.version else {
                return "\(site.address): nothing is published there: "
                    + "is it where this place is served?"
            }
            guard shown < version else { return "\(site.address): agents see version \(shown)" }
            return "\(site.address): agents still see version \(shown): a cache keeps it, or this "
                + "place is not what is served there; look again with bundle-publish verify"
        } catch {
            if case .authoring = error {
                return "\(site.address): configuration.yaml has mistakes"
            }
            return ErrorText(error).message
        }
    }
}
