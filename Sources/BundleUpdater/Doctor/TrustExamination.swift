import BundleFormat
import Files
import SeasonClient
import TUF

/// Verifies metadata in the state folder and in memory: whether the root is valid, and what it makes trusted.
struct TrustExamination {
    let packagedRoot: [UInt8]
    let state: StateFolder
    let now: UTCTime

    /// If a root expires earlier, its owners should sign another one in time.
    private static let rootWarningSeconds: Int64 = 90 * 86_400

    /// Verifies the metadata in the state folder, without network.
    func stored() -> (trusted: RefreshReport?, diagnoses: [Diagnosis]) {
        let metadata = MetadataFolder(state, mends: false)
        var updater = Updater(
            packagedRoot: packagedRoot, store: metadata, fetcher: MemoryFetcher(metadata: []),
            now: now)
        do throws(UpdateError) {
            let trusted = try updater.loadTrusted()
            let unreadable = metadata.unreadable.map { error in
                // The file counts as gone.
                Diagnosis.warning(
                    .metadata, error.description,
                    remedy: "'bundle-agent poll' fetches it again; if it happens twice, look at the"
                        + " disk")
            }
            let timestamp = trusted.status(of: .timestamp).map { [self.timestamp($0)] } ?? []
            return (trusted, [root(trusted.status(of: .root))] + timestamp + unreadable)
        } catch {
            var remedy =
                "get root.json again from the person who publishes, and name it with 'root'"
            if case .store = error { remedy = Self.rights }
            return (nil, [.problem(.root, error.description, remedy: remedy)])
        }
    }

    private static let rights = "run doctor as root, or as the state's user"

    private func root(_ root: RoleStatus?) -> Diagnosis {
        guard let root else {
            return .problem(
                .root, "no root metadata is trusted",
                remedy: "get root.json from the person who publishes, and name it with 'root'")
        }
        if root.isExpired {
            return .problem(
                .root, "version \(root.version) expired at \(root.expires)",
                remedy: "set the clock if it is wrong; else the publisher must sign a new root")
        }
        guard root.expires > now.advanced(bySeconds: Self.rootWarningSeconds) else {
            return .warning(
                .root, "version \(root.version) expires at \(root.expires)",
                remedy: "the publisher must sign a new root by then")
        }
        return .ok(.root, "version \(root.version), valid until \(root.expires)")
    }

    private func timestamp(_ timestamp: RoleStatus) -> Diagnosis {
        guard timestamp.isExpired else {
            return .ok(.metadata, "valid until \(timestamp.expires)")
        }
        return .problem(
            .metadata, "the repository's metadata expired at \(timestamp.expires)",
            remedy:
                "set the clock if it is wrong; else 'bundle-agent poll' asks for newer metadata, or, without a"
                + " network, 'bundle-agent poll --from PATH' a copy; if there is none, the publisher must sign again"
        )
    }

    /// Asks the repository as a poll does, with all that this machine knows, and keeps nothing of it.
    ///
    /// `isKnown` tells whether this machine has verified the repository before.
    func repository(_ fetcher: any Fetcher, named name: String, isKnown: Bool) -> Diagnosis {
        let mirror = Mirror(address: name, fetcher: fetcher)
        let reader = RepositoryReader(
            repository: TrustedRepository(packagedRoot: packagedRoot, mirrors: [mirror]),
            metadata: MetadataFolder(state, mends: false), limits: .standard,
            levelMax: { _ in BundleFormat.newest }, now: now)
        do throws(AgentError) {
            let answer = try reader.ask(
                Mirrors([mirror]), storing: OverlayStore(over: reader.metadata))
            var progress = PollProgress(memory: Memory(state, .standard), served: SetIndex())
            _ = try reader.learn(answer, .empty, &progress)
            let seasons = Offers(answer.updater.targets).accepted.count
            return .ok(.repository, "\(name): signed as root says, \(seasons) seasons")
        } catch {
            // Everything else that can fail here is about the state folder.
            return .problem(
                .repository, "\(name): \(error)",
                remedy: error.remedy(isKnown: isKnown) ?? Self.rights)
        }
    }
}
