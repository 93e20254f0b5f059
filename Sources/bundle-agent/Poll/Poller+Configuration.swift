import RepositoryTransport

extension Poller {
    /// A poller for a configuration, on the system's clock.
    ///
    /// - Parameters:
    ///   - configuration: the state folder, and the repository where there is one.
    ///   - isCancelled: asked at least five times a second during a transfer; true ends it.
    convenience init(
        _ configuration: Configuration, isCancelled: @escaping () -> Bool = { false }
    ) {
        self.init(
            state: configuration.state, embedded: .program,
            repository: configuration.repository.map { repository in
                Repository(
                    address: repository.address.description,
                    packagedRoot: repository.packagedRoot,
                    fetcher: repository.address.fetcher(
                        repository.web, isCancelled: isCancelled))
            },
            options: Options(
                wave: configuration.wave, machineIDFile: configuration.machineIdentityFile,
                isCancelled: isCancelled),
            clock: SystemClock.unixSeconds)
    }
}
