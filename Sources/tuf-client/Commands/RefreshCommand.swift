import RepositoryTransport
import TUF
import WebTransport

/// `refresh`: brings root, timestamp, snapshot and targets up to date.
struct RefreshCommand {
    private let request: Request

    /// Makes the command from the request.
    init(_ request: Request) {
        self.request = request
    }

    /// Runs the command.
    func run() throws(ClientError) {
        _ = try refreshed(targets: request.metadataAddress())
    }

    /// A client after its refresh.
    func refreshed(targets: RepositoryAddress) throws(ClientError) -> Updater {
        let store = try request.store()
        var updater = Updater(
            packagedRoot: try store.root(), store: store,
            fetcher: CurlFetcher(
                metadata: try request.metadataAddress(), targets: targets,
                options: WebOptions(userAgent: "tuf-client")),
            now: try Clock.now())
        _ = try inUpdate { () throws(UpdateError) in try updater.refresh() }
        return updater
    }
}
