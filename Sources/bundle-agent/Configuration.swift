import ArgumentParser
import Files
import Glibc
import RepositoryTransport
import TUF

/// What the flags and the environment mean, checked.
struct Configuration {
    static let defaultState = "/var/lib/bundle-agent"
    static let defaultRoot = "/etc/bundle-agent/root.json"

    let state: StateFolder
    /// Where updates come from; nil where none is named.
    let repository: Repository?

    /// A repository and what it is trusted by.
    struct Repository {
        let address: RepositoryAddress
        let packagedRoot: [UInt8]
        let web: WebOptions
    }

    /// Reads the state folder alone.
    ///
    /// - Parameters:
    ///   - state: the flags.
    ///   - environment: looks a variable up.
    /// - Throws: `ValidationError` where no folder is named.
    init(_ state: StateOptions, environment: (String) -> String? = Self.environment) throws {
        self.state = try Self.state(state, environment)
        repository = nil
    }

    /// Reads state folder and repository.
    ///
    /// - Parameters:
    ///   - state: the flags.
    ///   - repository: the flags.
    ///   - environment: looks a variable up.
    /// - Throws: `ValidationError` with the remedy where a repository is named but cannot be used, or
    ///   no folder is.
    init(
        _ state: StateOptions, _ repository: RepositoryOptions,
        environment: (String) -> String? = Self.environment
    ) throws {
        self.state = try Self.state(state, environment)
        guard let text = repository.repository ?? environment("BUNDLE_AGENT_REPOSITORY") else {
            self.repository = nil
            return
        }
        let address: RepositoryAddress
        do throws(AddressError) {
            address = try RepositoryAddress(text)
        } catch {
            throw ValidationError(error.description)
        }
        let web = WebOptions(
            userAgent: "bundle-agent/\(BundleAgent.version)",
            certificateAuthorityFile: repository.caFile ?? environment("BUNDLE_AGENT_CA_FILE"))
        let root = repository.root ?? environment("BUNDLE_AGENT_ROOT") ?? Self.defaultRoot
        self.repository = Repository(
            address: address, packagedRoot: try Self.root(root), web: web)
    }

    /// A variable of the process's environment; an empty one counts as not set.
    static func environment(_ name: String) -> String? {
        guard let value = getenv(name), value.pointee != 0 else { return nil }
        return String(cString: value)
    }

    private static func state(
        _ options: StateOptions, _ environment: (String) -> String?
    ) throws -> StateFolder {
        let path = options.state ?? environment("BUNDLE_AGENT_STATE") ?? defaultState
        // A script's empty variable: the paths below it would be the root folder's.
        guard !path.isEmpty else {
            throw ValidationError("--state: expected a folder, found nothing")
        }
        return StateFolder(path)
    }

    private static func root(_ path: String) throws -> [UInt8] {
        do throws(FileError) {
            return try Files.read(path, lengthBytesMax: AgentLimits.standard.rootBytesMax)
        } catch {
            throw ValidationError(
                """
                \(error); give the repository's root metadata with --root FILE or \
                $BUNDLE_AGENT_ROOT ('bundle-publish init' makes it)
                """)
        }
    }
}
