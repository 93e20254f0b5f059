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
            fetcher: try fetcher(metadata: flags.metadataAddress(), targets: targets),
            now: try Clock.now())
        _ = try inUpdate { () throws(UpdateError) in try updater.refresh() }
        return updater
    }

    private func fetcher(
        metadata: RepositoryAddress, targets: RepositoryAddress
    ) throws(ClientError) -> any Fetcher {
        do throws(FetchError) {
            let fetcher = try CurlFetcher(
                metadata: metadata, targets: targets, options: WebOptions(userAgent: "tuf-client"))
            return EntityTags(over: fetcher)
        } catch {
            throw .transfer(error)
        }
    }
}
