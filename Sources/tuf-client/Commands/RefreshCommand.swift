import RepositoryTransport
import TUF

/// `refresh`: brings root, timestamp, snapshot and targets up to date.
struct RefreshCommand {
    private let request: Request

    /// Takes what was typed.
    init(_ request: Request) {
        self.request = request
    }

    /// Does it.
    func run() throws(ClientError) {
        _ = try refreshed(targets: request.metadataAddress())
    }

    /// A client that has refreshed.
    func refreshed(targets: RepositoryAddress) throws(ClientError) -> Updater {
        let store = try request.store()
        var updater = Updater(
            packagedRoot: try store.root(), store: store,
            fetcher: EntityTags(
                over: CurlFetcher(
                    metadata: try request.metadataAddress(), targets: targets,
                    options: WebOptions(userAgent: "tuf-client"))),
            now: try Clock.now())
        _ = try inUpdate { () throws(UpdateError) in try updater.refresh() }
        return updater
    }
}
