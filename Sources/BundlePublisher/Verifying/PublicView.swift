import RepositoryTransport
import TUF

/// What agents see at the public address right after a publish.
package enum PublicView: Equatable, Sendable {
    /// They see this version, or a later one.
    case current(version: Int64)
    /// They still see this older version.
    ///
    /// This is no mistake: for a while a cache may show the publish before.
    case outdated(version: Int64)
    /// Nothing is published at the address.
    case nothing
    /// The address cannot be read.
    case unreadable(PublishError)

    /// Reads the repository as agents do.
    package init(_ site: Site, _ home: Home, version: Int64, now: UTCTime) {
        do throws(PublishError) {
            let seen = try LiveRepository.read(
                site.fetcher, at: site.address, firstRoot: site.firstRoot(home).bytes, now: now)
            guard let shown = seen?.role(.timestamp)?.version else {
                self = .nothing
                return
            }
            self = shown < version ? .outdated(version: shown) : .current(version: shown)
        } catch {
            self = .unreadable(error)
        }
    }
}
