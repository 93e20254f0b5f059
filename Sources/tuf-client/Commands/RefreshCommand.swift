import RepositoryTransport
import TUF

/// `refresh`: brings root, timestamp, snapshot and targets up to date.
struct RefreshCommand {
    private let flags: Flags

    /// Takes the flags as typed.
    init(_ flags: Flags) {
        self.flags = flags
    }

    /// Does it.
    func run() throws(ClientError) {
        _ = try refreshed(targets: flags.metadataAddress())
    }

    /// A client that has refreshed.
    func refreshed(targets: RepositoryAddress) throws(ClientError) -> Updater {
        let store = try flags.store()
        var updater = Updater(
            packagedRoot: try store.root(), store: store,
            fetcher: EntityTags(
                over: CurlFetcher(
                    metadata: try flags.metadataAddress(), targets: targets,
                    options: WebOptions(userAgent: "tuf-client"))),
            now: try Clock.now())
        _ = try inUpdate { () throws(UpdateError) in try updater.refresh() }
        return updater
    }
}
