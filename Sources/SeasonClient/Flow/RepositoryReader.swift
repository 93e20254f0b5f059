import BundleFormat
import Cryptography
import Time
import TUF

/// Reads what the repository says, from what is stored or from its mirrors.
package struct RepositoryReader {
    package let repository: TrustedRepository
    package let metadata: any TrustedFilesStore
    let limits: AgentLimits
    /// The highest level that bundles may need, computed from the listed targets.
    let levelMax: ([TargetFile]) -> Int
    let now: UTCTime
    /// The only seasons that this client follows; nil for all.
    var years: Set<BundleYear>?
    /// How far the run before has walked through the roots, for a host that runs the poll again after each answer.
    var progress: RootWalk.Progress?

    package init(
        repository: TrustedRepository, metadata: any TrustedFilesStore, limits: AgentLimits,
        levelMax: @escaping ([TargetFile]) -> Int, now: UTCTime
    ) {
        self.repository = repository
        self.metadata = metadata
        self.limits = limits
        self.levelMax = levelMax
        self.now = now
    }

    /// What a mirror answered, and the client with the new metadata, which knows the targets.
    package typealias Answer = (trusted: RefreshReport, updater: Updater)

    /// Learns what the repository said when it last answered; nil if that is not certain.
    func recall(_ inventory: Inventory, _ progress: inout PollProgress) -> Offers? {
        var updater = updater(metadata)
        // The refresh that follows reports better what is wrong.
        guard let trusted = try? updater.loadTrusted() else { return nil }
        return try? learn((trusted, updater), inventory, &progress)
    }

    /// Asks one mirror after the other what is published, and returns the first answer that is trusted.
    package func ask(_ mirrors: Mirrors, storing store: OverlayStore) throws(AgentError) -> Answer {
        var updater = updater(store)
        updater.progress = progress
        do throws(UpdateError) {
            let trusted = try mirrors.attempt { (mirror) throws(UpdateError) in
                updater.fetcher = mirror.fetcher
                return try updater.refresh()
            }.value
            return (trusted, updater)
        } catch {
            throw .update(error)
        }
    }

    /// Whether the packaged root counts before its repository has answered: it has a root key of the root that this machine
    /// follows, or nothing is followed.
    ///
    /// A newer package brings such a root. Another repository's root, which a person may have named by mistake, counts once
    /// its repository is verified; until then this machine forgets nothing.
    var continuesTrust: Bool {
        func keys(_ root: [UInt8]) -> Set<String>? { (try? SelfSignedRoot(root))?.rootKeyIDs }
        let stored = try? metadata.load(
            "\(TopLevelRole.root.rawValue).json", lengthBytesMax: limits.metadata.rootBytesMax)
        guard let stored, let followed = keys(stored) else { return true }
        return keys(repository.packagedRoot)?.isDisjoint(with: followed) == false
    }

    /// Learns which keys may vouch for seasons, what they vouch for, and what they recall.
    ///
    /// The result is nil if no targets are trusted. A root that this machine knows to be outdated is an error, and then
    /// nothing is learnt. That happens if metadata was lost and an old copy is read.
    package func learn(
        _ answer: Answer, _ inventory: Inventory, _ progress: inout PollProgress
    ) throws(AgentError) -> Offers? {
        let (trusted, listed) = (answer.trusted, answer.updater.targets)
        guard let root = trusted.status(of: .root) else { return nil }
        let targets = trusted.status(of: .targets)
        let offers = targets.map { _ in
            Offers(listed.filter(isFollowed), formatMax: levelMax(listed), limits: limits.bundle)
        }
        let dropped = progress.memory.learn(
            VouchedContents.Root(
                chain: Hex.encode(SHA256.hash(data: repository.packagedRoot)),
                version: root.version, keys: trusted.targetsKeyIDs,
                replaced: trusted.replacedTargetsKeyIDs.union(keysBeforeThePackagedRoot)),
            offers, targetsVersion: targets?.version ?? 0, inventory, served: progress.served)
        guard let dropped else {
            throw .update(
                .repository(
                    .rollback(
                        role: TopLevelRole.root.rawValue,
                        trusted: progress.memory.vouched.root?.version ?? root.version,
                        found: root.version)))
        }
        progress.repairs += dropped
        if let offers {
            progress.forgotten = progress.memory.vouched.forgotten(offers, inventory)
        }
        return offers
    }

    private func isFollowed(_ target: TargetFile) -> Bool {
        guard let years, let name = TargetName(target.path) else { return true }
        return years.contains(name.year)
    }

    /// A name for the keys of roots before the packaged one, if there were any: this machine does not know them.
    private var keysBeforeThePackagedRoot: Set<String> {
        let root = try? SelfSignedRoot(repository.packagedRoot)
        return (root?.version ?? 1) > 1 ? [VouchedContents.Root.unknownKeys] : []
    }

    private func updater(_ store: any MetadataStore) -> Updater {
        Updater(
            packagedRoot: repository.packagedRoot, store: store,
            fetcher: repository.mirrors[0].fetcher, limits: limits.metadata, now: now,
            asksAhead: true)
    }
}

/// Where updates come from, and the root that they are trusted by.
package struct TrustedRepository {
    /// The root metadata that came with the machine's configuration.
    package let packagedRoot: [UInt8]
    /// The mirrors in the order in which they are asked; at least one.
    package let mirrors: [Mirror]
    /// Whether it is a copy that the user named (`poll --from`), and not the repository that the machine follows.
    package var isCopy = false

    package init(packagedRoot: [UInt8], mirrors: [Mirror], isCopy: Bool = false) {
        self.packagedRoot = packagedRoot
        self.mirrors = mirrors
        self.isCopy = isCopy
    }

    /// The address as people see it: the preferred mirror's, or a copy's path.
    package var address: String { mirrors[0].address }
}

extension Offers {
    /// Finds the bundles among the targets of trusted metadata.
    package init(
        _ targets: [TargetFile], formatMax: Int = BundleFormat.newest,
        limits: BundleLimits = .standard
    ) {
        self.init(
            listed: targets.map { ($0.path, $0.lengthBytes, $0.sha256, $0.custom) },
            formatMax: formatMax, limits: limits)
    }
}

extension Offer {
    /// The offer's file, by what the signed record says of it.
    var recordedTarget: TargetFile {
        TargetFile(
            path: path, lengthBytes: lengthBytes, hashes: ["sha256": sha256], custom: custom.json)
    }

    /// Finds the offer's file in the metadata that it came from; fails if the client trusts other metadata now.
    func target(in updater: Updater) throws(UpdateError) -> TargetFile {
        guard let target = updater.targets.first(where: { $0.path == path }) else {
            throw .transfer(.absent(path: path))
        }
        return target
    }
}
