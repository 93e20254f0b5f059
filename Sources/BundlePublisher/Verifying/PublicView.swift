import RepositoryTransport
import SeasonAuthoring
import TUF

/// What agents see at the public address right after a publish.
package enum PublicView {
    /// A sentence: whether they see this version, or a later one, and what to do if not.
    ///
    /// An older version is no mistake: for a while a cache may show the publish before.
    package static func sentence(
        _ site: Site, _ home: Home, version: Int64, now: UTCTime
    ) -> Advice {
        do throws(PublishError) {
            let seen = try LiveState.fetched(
                from: site.fetcher, at: site.name, firstRoot: site.firstRoot(home).bytes,
                now: now)
            guard let shown = seen?.report.status(of: .timestamp)?.version else {
                return
                    "\(site.name): nothing is published there: is it where this place is served?"
            }
            guard shown < version else { return "\(site.name): agents see version \(shown)" }
            return
                "\(site.name): agents still see version \(shown): a cache keeps it, or this place is "
                + "not what is served there; look again with \(.verify(site.name))"
        } catch {
            return Advice(error.message)
        }
    }
}
