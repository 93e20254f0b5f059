import BundleFormat
import BundleUpdater
import Files
import HTTPRules
import RepositoryTransport
import SeasonClient
import TUF
import WebTransport

/// The configuration of a command: the checked settings, where each came from, and the repository with its trust.
@dynamicMemberLookup
struct AgentConfiguration: Sendable {
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
    }

    /// A checked setting: `configuration.interval`.
    subscript<Value>(dynamicMember setting: KeyPath<AgentSettings, Value>) -> Value {
        settings[keyPath: setting]
    }

    /// The first configured repository, as people read it; also for a command that asks no repository.
    var repositoryAddress: String? { settings.repositories.first?.description }

    /// Reads what a command needs.
    ///
    /// - Throws: ``ConfigurationError`` with every mistake and its remedy.
    init(
        _ common: CommonOptions, _ flags: any SettingFlags..., forPolling: Bool = false,
        environment: [String: String] = ProcessEnvironment.variables()
    ) throws(ConfigurationError) {
        var given = common.state.given
        for layer in flags { given.overlay(layer.given) }
        try self.init(
            file: common.config, given: given, forPolling: forPolling, environment: environment)
    }

    /// Reads what a command needs; `file` is the flag that names the configuration file.
    init(
        file: String?, given: SettingTexts, forPolling: Bool,
        environment: [String: String] = ProcessEnvironment.variables()
    ) throws(ConfigurationError) {
        var (files, texts) = try ConfigurationFiles.read(flag: file, environment: environment)
        texts.overlay(try SettingTexts(environment: environment))
        texts.overlay(given)
        var settings = AgentSettings()
        var problems: [String: [String]] = [:]
        for setting in texts.given {
            do throws(ConfigurationError) {
                let value = texts[setting]
                // The service and a person's commands have different working folders.
                if value.source == .file, value.texts.contains(where: setting.form.isRelative) {
                    throw ConfigurationError("expected a path that begins with /")
                }
                try setting.form.read(value.texts, &settings)
            } catch {
                problems[setting.key] = error.problems
            }
        }
        self.files = files
        self.texts = texts
        self.settings = settings
        repository = forPolling ? Self.repository(settings, &problems) : nil
        guard problems.isEmpty else {
            throw ConfigurationError(
                Setting.all.flatMap { setting in
                    (problems[setting.key] ?? []).map { "\(texts.place(of: setting)): \($0)" }
                })
        }
    }

    /// Reads the files that belong to a repository: its root metadata and its logins.
    ///
    /// - Returns: the repository; nil if none is configured, or a file cannot be read.
    private static func repository(
        _ settings: AgentSettings, _ problems: inout [String: [String]]
    ) -> Repository? {
        var web = WebOptions(
            userAgent: "bundle-agent/\(programVersion)",
            certificateAuthorityFile: settings.certificateAuthorityFile)
        web.limits.connect = settings.connectTimeout
        web.limits.stall = settings.idleTimeout
        web.limits.total = settings.totalTimeout
        web.proxy = settings.proxy
        web.bytesPerSecondMax = settings.bytesPerSecondMax
        do throws(CredentialsError) {
            if let file = settings.credentialsFile { web.credentials = try Credentials(file: file) }
        } catch {
            problems[Setting.credentialsFile.key] = [error.description]
        }
        guard !settings.repositories.isEmpty, problems[Setting.root.key] == nil else { return nil }
        do throws(ConfigurationError) {
            return Repository(
                addresses: settings.repositories, packagedRoot: try settings.readRoot(), web: web)
        } catch {
            problems[Setting.root.key] = error.problems
            return nil
        }
    }

    /// Reads the root metadata to trust; a copy is trusted by it, too, so it is read even if no repository
    /// is configured.
    func rootToTrust() throws(ConfigurationError) -> [UInt8] {
        if let repository { return repository.packagedRoot }
        return try settings.readRoot()
    }
}

extension AgentSettings {
    fileprivate func readRoot() throws(ConfigurationError) -> [UInt8] {
        do throws(FileError) {
            return try Files.read(
                rootFile, lengthBytesMax: AgentLimits.standard.metadata.rootBytesMax)
        } catch {
            throw ConfigurationError(
                """
                \(error); get root.json from the person who publishes, and name it with \
                \(Setting.root.flag) FILE, '\(Setting.root.key) = FILE' in the configuration or \
                $\(Setting.root.variable)
                """)
        }
    }
}
