import ArgumentParser
import BundleUpdater
import Files
import RepositoryTransport
import UpdatePolicy

/// What file, environment and flags mean, checked.
struct Configuration: Sendable {
    static let defaultState = "/var/lib/bundle-agent"
    static let defaultRoot = "/etc/bundle-agent/root.json"

    /// The file that was read; nil where there is none.
    let file: String?
    /// What was said of each setting, and where.
    let values: SettingValues

    let state: StateFolder
    /// Where updates come from; nil where none is named, or where the command asks none.
    let repository: Repository?
    /// The first repository that is named, as people read it, also where the command asks none.
    let repositoryAddress: String?
    /// Bytes that are kept at most.
    let diskLimitBytes: Int
    /// Between two polls.
    let interval: Duration
    /// For one poll of the service, with all its downloads.
    let pollTimeLimit: Duration
    /// The wave this machine belongs to, from 1; nil to go by its identity.
    let wave: Int?
    let machineIdentityFile: String
    let selfTest: SelfTest
    /// For one bundle's self-test.
    let selfTestTimeLimit: Duration
    /// Without a successful check until the machine counts as stale.
    let staleAfter: Duration
    /// Where metrics are written; nil for nowhere.
    let metricsFile: String?
    let logFormat: LogFormat

    /// A repository and what it is trusted by.
    struct Repository: Sendable {
        /// Where it is, its mirrors in the order they are asked; at least one.
        let addresses: [RepositoryAddress]
        let packagedRoot: [UInt8]
        let web: WebOptions

        /// The first one.
        var address: RepositoryAddress { addresses[0] }
    }

    /// What a new bundle goes through before it is used.
    enum SelfTest: Equatable, Sendable {
        /// `breakdown self-test` where it is installed.
        case standard
        /// Nothing.
        case none
        /// A program and its arguments; the bundle's folder comes behind them.
        case command([String])
    }

    /// How the log's lines look.
    enum LogFormat: String, CaseIterable, Sendable {
        case text
        case json
    }

    /// Reads what a command needs.
    ///
    /// - Parameters:
    ///   - options: the flags of the state folder.
    ///   - repository: the flags of polls; without them no repository is looked for.
    ///   - service: the flags of the service.
    ///   - naming: the flags of polls, of a command that asks no repository.
    ///   - freshness: the flag of `status`.
    ///   - environment: all variables.
    /// - Throws: `ValidationError` with every mistake and its remedy.
    init(
        _ options: StateOptions, _ repository: RepositoryOptions? = nil,
        _ service: ServiceOptions? = nil, naming: RepositoryOptions? = nil,
        freshness: FreshnessOptions? = nil,
        environment: [String: String] = Environment.variables()
    ) throws(ValidationError) {
        var said = options.said
        for flags in [repository?.said, service?.said, naming?.said, freshness?.said] {
            said.overlay(flags ?? SettingValues())
        }
        try self.init(
            file: options.config, said: said, forPolling: repository != nil,
            environment: environment)
    }

    /// Reads what a command needs.
    ///
    /// - Parameters:
    ///   - file: the flag that names the configuration file; nil where it was not given.
    ///   - said: the settings among the flags.
    ///   - forPolling: whether a repository is looked for, and its root metadata.
    ///   - environment: all variables.
    /// - Throws: `ValidationError` with every mistake and its remedy.
    init(
        file: String?, said: SettingValues, forPolling: Bool,
        environment: [String: String] = Environment.variables()
    ) throws(ValidationError) {
        do throws(ConfigurationError) {
            var (file, values) = try ConfigurationFile.read(flag: file, environment: environment)
            values.overlay(try SettingValues(environment: environment))
            values.overlay(said)
            self = try ConfigurationReader.read(values, file: file, forPolling: forPolling)
        } catch {
            throw ValidationError(error.description)
        }
    }

    /// Puts together what was checked.
    init(
        file: String?, values: SettingValues, repository: Repository?,
        _ reader: inout ConfigurationReader
    ) {
        self.file = file
        self.values = values
        self.repository = repository
        repositoryAddress = reader.firstAddress
        state = StateFolder(reader.text(.state, "a folder"))
        diskLimitBytes = reader.size(.diskLimit, atLeast: DiskBudget.leastBytes)
        interval = reader.time(.interval, in: .seconds(1)...Self.day)
        pollTimeLimit = reader.time(.pollTimeLimit, in: .seconds(1)...Self.day)
        wave = reader.wave()
        machineIdentityFile = reader.text(.machineIdentityFile, "a file")
        selfTest = reader.selfTest()
        selfTestTimeLimit = reader.time(.selfTestTimeLimit, in: .seconds(1)...(.seconds(3_600)))
        staleAfter = reader.time(.staleAfter, in: .seconds(60)...(Self.day * 366))
        metricsFile = reader.optional(.metricsFile)
        logFormat = reader.word(.logFormat) ?? .text
    }

    private static let day = Duration.seconds(86_400)
}
