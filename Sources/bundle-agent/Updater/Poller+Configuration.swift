import BundleUpdater
import RepositoryTransport

extension Poller {
    /// A poller for a configuration, on the system's clock.
    ///
    /// - Parameters:
    ///   - configuration: the state folder, and the repository where there is one.
    ///   - hashesAllFirst: whether the first work reads every byte of every bundle.
    ///   - isCancelled: asked at least five times a second during a transfer; true ends it.
    ///   - progress: told how far the downloads have come.
    convenience init(
        _ configuration: Configuration, hashesAllFirst: Bool = false,
        isCancelled: @escaping () -> Bool = { false },
        progress: @escaping (DownloadProgress) -> Void = { _ in }
    ) {
        var options = Options(configuration, isCancelled: isCancelled, progress: progress)
        options.hashesAllFirst = hashesAllFirst
        let patience = Patience(for: configuration.repository?.addresses ?? [])
        options.patience = patience
        self.init(
            state: configuration.state, embedded: .program.readable(by: options.selfTest),
            repository: configuration.repository.map { repository in
                Repository(
                    packagedRoot: repository.packagedRoot,
                    mirrors: Mirror.all(
                        repository.addresses, repository.web,
                        isCancelled: { isCancelled() || patience.isOver }))
            },
            options: options, clock: SystemClock.unixSeconds)
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
        let options = Options(configuration)
        self.init(
            state: configuration.state, embedded: .program.readable(by: options.selfTest),
            repository: Repository(
                packagedRoot: packagedRoot,
                mirrors: [Mirror(address: copy.path, fetcher: copy.fetcher)], isCopy: true),
            options: options, clock: SystemClock.unixSeconds)
    }
}

extension Poller.Options {
    /// What a configuration says.
    ///
    /// - Parameters:
    ///   - configuration: what is configured.
    ///   - isCancelled: asked while waiting; true ends the wait.
    ///   - progress: told how far the downloads have come.
    init(
        _ configuration: Configuration, isCancelled: @escaping () -> Bool = { false },
        progress: @escaping (DownloadProgress) -> Void = { _ in }
    ) {
        self.init(
            wave: configuration.wave, selfTest: SelfTest(configuration),
            machineIDFile: configuration.machineIdentityFile, isCancelled: isCancelled,
            progress: progress, diskLimitBytes: configuration.diskLimitBytes)
    }
}
