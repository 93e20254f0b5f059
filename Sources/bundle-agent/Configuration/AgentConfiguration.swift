import ArgumentParser
import BundleUpdater
import Files
import RepositoryTransport
import SeasonClient
import WebTransport

/// The configuration of a command: the checked settings, where each came from, and the repository with its trust.
@dynamicMemberLookup
struct AgentConfiguration: Sendable {
    /// The files that were read.
    let files: ConfigurationFiles.Found
    /// What people gave for each setting, and where.
    let texts: SettingTexts
    /// The checked values of these texts.
    let settings: AgentSettings
    /// Where updates come from; nil if none is configured, and for a command that asks no repository.
    let repository: Repository?

    /// A repository and the root that it is trusted by.
    struct Repository: Sendable {
        /// The repository and its mirrors, in the order in which the agent asks them; at least one.
        let addresses: [RepositoryAddress]
        let packagedRoot: [UInt8]
        let web: WebOptions

        /// The first address.
        var address: RepositoryAddress { addresses[0] }
    }

    /// A checked setting: `configuration.interval`.
    subscript<Value>(dynamicMember setting: KeyPath<AgentSettings, Value>) -> Value {
        settings[keyPath: setting]
    }

    /// The first configured repository, as people read it; also for a command that asks no repository.
    var repositoryAddress: String? { settings.repositories.first?.description }

    /// Reads what a command needs.
    ///
    /// - Parameter forPolling: true reads the files of the repository, too.
    /// - Throws: `ValidationError` with every mistake and its remedy.
    init(
        _ common: CommonOptions, _ flags: any SettingFlags..., forPolling: Bool = false,
        environment: [String: String] = Environment.variables()
    ) throws(ValidationError) {
        var given = common.state.given
        for layer in flags { given.overlay(layer.given) }
        try self.init(
            file: common.config, given: given, forPolling: forPolling, environment: environment)
    }

    /// Reads what a command needs.
    ///
    /// - Parameters:
    ///   - file: the flag that names the configuration file; nil if it was not given.
    ///   - forPolling: true reads the files of the repository, too.
    /// - Throws: `ValidationError` with every mistake and its remedy.
    init(
        file: String?, given: SettingTexts, forPolling: Bool,
        environment: [String: String] = Environment.variables()
    ) throws(ValidationError) {
        do throws(ConfigurationError) {
            var (files, texts) = try ConfigurationFiles.read(flag: file, environment: environment)
            texts.overlay(try SettingTexts(environment: environment))
            texts.overlay(given)
            var reader = ConfigurationReader(texts)
            self.files = files
            self.texts = texts
            settings = reader.settings()
            repository = forPolling ? reader.repository(settings) : nil
            guard reader.problems.isEmpty else { throw ConfigurationError(reader.problems) }
        } catch {
            throw ValidationError(error.description)
        }
    }

    /// Reads the root metadata to trust; a copy is trusted by it, too, so it is read even if no repository
    /// is configured.
    ///
    /// - Throws: `ValidationError` with the remedy if it cannot be read.
    func rootToTrust() throws(ValidationError) -> [UInt8] {
        if let repository { return repository.packagedRoot }
        do throws(FileError) {
            return try Files.read(
                settings.rootFile, lengthBytesMax: AgentLimits.standard.rootBytesMax)
        } catch {
            throw ValidationError("\(error); \(ConfigurationReader.rootRemedy)")
        }
    }
}
