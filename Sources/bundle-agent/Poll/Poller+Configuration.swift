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
            options: Options(configuration, isCancelled: isCancelled),
            clock: SystemClock.unixSeconds)
    }

    /// A poller that takes from a copy of a repository, on the system's clock.
    ///
    /// - Parameters:
    ///   - configuration: the state folder.
    ///   - copy: where to take from.
    ///   - packagedRoot: what it is trusted by.
    convenience init(
        _ configuration: Configuration, copy: RepositoryCopy, packagedRoot: [UInt8]
    ) {
        self.init(
            state: configuration.state, embedded: .program,
            repository: Repository(
                address: copy.path, packagedRoot: packagedRoot, fetcher: copy.fetcher, isCopy: true),
            options: Options(configuration), clock: SystemClock.unixSeconds)
    }
}

extension Poller.Options {
    /// What a configuration says.
    ///
    /// - Parameters:
    ///   - configuration: what is configured.
    ///   - isCancelled: asked while waiting; true ends the wait.
    init(_ configuration: Configuration, isCancelled: @escaping () -> Bool = { false }) {
        self.init(
            wave: configuration.wave, machineIDFile: configuration.machineIdentityFile,
            isCancelled: isCancelled)
    }
}
