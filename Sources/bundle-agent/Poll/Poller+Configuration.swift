import RepositoryTransport
import TUF

extension Poller {
    /// A poller for a configuration, on the system's clock.
    ///
    /// - Parameters:
    ///   - configuration: the state folder, and the repository where there is one.
    ///   - isCancelled: asked at least once a second during a transfer; true ends it.
    /// - Throws: ``AgentError`` where libcurl does not start.
    convenience init(
        _ configuration: Configuration, isCancelled: @escaping () -> Bool = { false }
    ) throws(AgentError) {
        var repository: Repository?
        if let configured = configuration.repository {
            do throws(FetchError) {
                repository = Repository(
                    address: configured.address.description,
                    packagedRoot: configured.packagedRoot,
                    fetcher: try configured.address.fetcher(
                        configured.web, isCancelled: isCancelled))
            } catch {
                throw .update(.transfer(error))
            }
        }
        self.init(
            state: configuration.state, embedded: .program, repository: repository,
            clock: SystemClock.unixSeconds)
    }
}
