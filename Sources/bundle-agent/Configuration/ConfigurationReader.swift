import BundleUpdater
import Files
import RepositoryTransport
import SeasonClient
import WebTransport

/// Checks what people gave for the settings, and collects every mistake on the way.
struct ConfigurationReader {
    private let texts: SettingTexts
    private(set) var problems: [String] = []
    private var mistaken: Set<Setting> = []

    /// Starts with the texts of all layers, the later layers over the earlier.
    init(_ texts: SettingTexts) {
        self.texts = texts
    }

    /// Checks every setting that was given.
    ///
    /// A mistake leaves the standard value in place.
    mutating func settings() -> AgentSettings {
        var settings = AgentSettings()
        for setting in texts.given {
            let given = texts[setting].texts
            guard !given.contains(where: { $0.contains(where: \.isNewline) }) else {
                add("expected one line", about: setting)
                continue
            }
            do throws(ConfigurationError) {
                try setting.declaration.read(given, &settings)
            } catch {
                for sentence in error.problems { add(sentence, about: setting) }
            }
        }
        return settings
    }

    /// Reads the files that belong to a repository: its root metadata and its logins.
    ///
    /// - Returns: the repository; nil if none is configured, or a file cannot be read.
    mutating func repository(_ settings: AgentSettings) -> AgentConfiguration.Repository? {
        let credentials = settings.credentialsFile.flatMap { readCredentials($0) }
        guard !settings.repositories.isEmpty, !mistaken.contains(.root),
            let root = readRoot(settings.rootFile)
        else { return nil }
        return AgentConfiguration.Repository(
            addresses: settings.repositories, packagedRoot: root,
            web: settings.web(credentials: credentials))
    }

    private mutating func readRoot(_ file: String) -> [UInt8]? {
        do throws(FileError) {
            return try Files.read(file, lengthBytesMax: AgentLimits.standard.rootBytesMax)
        } catch {
            add("\(error); \(Self.rootRemedy)", about: .root)
            return nil
        }
    }

    /// The remedy if the root metadata is missing.
    static let rootRemedy = """
        get root.json from the person who publishes, and name it with \(Setting.root.flag) FILE, \
        '\(Setting.root.key) = FILE' in the configuration or $\(Setting.root.variable)
        """

    private mutating func readCredentials(_ file: String) -> Credentials? {
        do throws(CredentialsError) {
            return try Credentials(file: file)
        } catch {
            add(error.description, about: .credentialsFile)
            return nil
        }
    }

    /// Adds a problem: where the setting was given, then the sentence.
    private mutating func add(_ sentence: String, about setting: Setting) {
        let place =
            switch texts[setting].source {
            case .standard: setting.key
            case .file(let path, let line): "\(path):\(line): \(setting.key)"
            case .environment(let name): "$\(name)"
            case .flag(let name): name
            }
        problems.append("\(place): \(sentence)")
        mistaken.insert(setting)
    }
}

extension AgentSettings {
    /// The options for transfers.
    fileprivate func web(credentials: Credentials?) -> WebOptions {
        var web = WebOptions(
            userAgent: "bundle-agent/\(BundleAgent.version)",
            certificateAuthorityFile: certificateAuthorityFile)
        web.limits.connect = connectTimeout
        web.limits.stall = idleTimeout
        web.limits.total = totalTimeout
        web.proxy = proxy
        web.bytesPerSecondMax = bytesPerSecondMax
        web.credentials = credentials
        return web
    }
}
