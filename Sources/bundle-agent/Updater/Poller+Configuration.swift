import BundleUpdater
import RepositoryTransport
import SeasonClient

extension Poller {
    /// Makes a poller from a configuration, with the system's clock.
    ///
    /// - Parameters:
    ///   - readsAll: whether the first poll reads every byte of every bundle.
    ///   - bar: shows the progress.
    convenience init(
        _ configuration: AgentConfiguration, readsAll: Bool = false, bar: ProgressBar? = nil
    ) {
        let firstPoll = FirstPollDeadline(for: configuration.repository?.addresses ?? [])
        var options = Options()
        options.readsAllFirst = readsAll
        if let bar {
            options.progress = { bar.show($0) }
            options.received = { bar.add($0) }
        }
        options.firstPoll = firstPoll
        let repository = configuration.repository.map { repository in
            Repository(
                packagedRoot: repository.packagedRoot,
                mirrors: Mirror.all(
                    repository.addresses, repository.web, isCancelled: { firstPoll.isOver }))
        }
        self.init(configuration, repository, options)
    }

    /// Makes a poller that reads a copy of a repository, with the system's clock.
    convenience init(
        _ configuration: AgentConfiguration, copy: RepositoryCopy, packagedRoot: [UInt8]
    ) {
        let repository = Repository(
            packagedRoot: packagedRoot,
            mirrors: [Mirror(address: copy.path, fetcher: copy.fetcher)], isCopy: true)
        self.init(configuration, repository, Options())
    }

    private convenience init(
        _ configuration: AgentConfiguration, _ repository: Repository?, _ options: Options
    ) {
        var options = options
        options.wave = configuration.wave
        options.selfTest = SelfTest(
            configuration.selfTest, timeLimit: configuration.selfTestTimeLimit,
            path: ProcessEnvironment.variable("PATH") ?? "")
        options.machineIDFile = configuration.machineIdentityFile
        options.diskLimitBytes = configuration.diskLimitBytes
        self.init(
            state: configuration.state, embedded: .program.readable(by: options.selfTest),
            repository: repository, options: options, clock: SystemClock.unixSeconds)
    }
}
