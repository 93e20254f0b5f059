import BundleUpdater
import RepositoryTransport
import SeasonClient

extension Poller {
    /// Makes a poller from a configuration, with the system's clock.
    ///
    /// - Parameters:
    ///   - configuration: the state folder, and the repository if there is one.
    ///   - hashesAllFirst: whether the first poll reads every byte of every bundle.
    ///   - isCancelled: called at least five times a second during a transfer; true ends the
    ///     transfer.
    ///   - progress: gets the progress of the downloads.
    convenience init(
        _ configuration: AgentConfiguration, hashesAllFirst: Bool = false,
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

    /// Makes a poller that reads a copy of a repository, with the system's clock.
    ///
    /// - Parameters:
    ///   - configuration: the state folder.
    ///   - copy: the copy.
    ///   - packagedRoot: the root metadata to trust.
    convenience init(
        _ configuration: AgentConfiguration, copy: RepositoryCopy, packagedRoot: [UInt8]
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
    /// The options in a configuration.
    ///
    /// - Parameters:
    ///   - configuration: the configuration.
    ///   - isCancelled: called while waiting; true ends the wait.
    ///   - progress: gets the progress of the downloads.
    init(
        _ configuration: AgentConfiguration, isCancelled: @escaping () -> Bool = { false },
        progress: @escaping (DownloadProgress) -> Void = { _ in }
    ) {
        self.init()
        wave = configuration.wave
        selfTest = SelfTest(
            configuration.selfTest, timeLimit: configuration.selfTestTimeLimit,
            path: Environment.variable("PATH") ?? "")
        machineIDFile = configuration.machineIdentityFile
        self.isCancelled = isCancelled
        self.progress = progress
        diskLimitBytes = configuration.diskLimitBytes
    }
}
