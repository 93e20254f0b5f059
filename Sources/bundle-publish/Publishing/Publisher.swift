import BundleArchive
import BundleFormat
import Files
import TUF

/// One publish: gather, plan, prepare, verify, write.
struct Publisher {
    /// The served directory.
    let directory: String
    let home: Home
    let key: SigningKey
    /// The checked seasons.
    let content: [BundleContents]
    let now: UTCTime
    /// Whether it stops before anything is written.
    var isDryRun = false

    /// What was done, or would be.
    struct Report {
        let plan: PublishPlan
        /// When the newest root expires: nothing that is published outlives it.
        let rootExpires: UTCTime
        /// Bytes of each new zip.
        let zipBytes: [BundleYear: Int]
        /// The paths written, below the directory, in order; none in a dry run.
        let written: [String]
    }

    /// Publishes.
    ///
    /// - Returns: what was done.
    /// - Throws: ``PublishError``; what was live is live still.
    func run() throws(PublishError) -> Report {
        guard !isDryRun else { return try publish() }
        try onDisk { () throws(FileError) in try Files.createDirectories(directory) }
        return try alone { () throws(PublishError) in try publish() }
    }

    /// Runs `body` while no other publisher writes into the directory.
    private func alone<Value>(
        _ body: () throws(PublishError) -> Value
    ) throws(PublishError) -> Value {
        let lock: FileLock?
        do throws(FileError) {
            lock = try FileLock(exclusive: "\(directory)/.lock")
        } catch {
            throw PublishError(error)
        }
        guard let held = lock else {
            throw .failed(
                "\(directory): expected to be the only publisher, found another one at work",
                remedy: "wait for it to end, then publish again")
        }
        let value = try body()
        _ = consume held
        return value
    }

    private func publish() throws(PublishError) -> Report {
        let configuration = try Configuration.read(home.configurationPath)
        let roots = try home.roots()
        let newest = try newestRoot(roots)
        guard newest.draft.timestamp.keys.contains(key.publicKey) else {
            throw .failed(
                "online key: expected one that root \(newest.metadata.version) names, found "
                    + "\(key.publicKey.keyID.prefix(12))",
                remedy: "use the key that was made with this home, or bring its roots up to date")
        }
        let live = try LiveRepository.read(directory, roots: roots, now: now)
        let published = try live?.bundles() ?? [:]
        let inDirectory = try RootChain.read("\(directory)/metadata")?.files.count ?? 0
        let newRoots = try roots.files.dropFirst(inDirectory).map { root throws(PublishError) in
            try inRepository { () throws(RepositoryError) in
                try SignedMetadata(root.bytes, role: .root)
            }
        }
        let contents = Dictionary(uniqueKeysWithValues: content.map { ($0.year, $0) })
        let plan = try PublishPlanner.plan(
            content: contents.mapValues(\.version),
            live: state(live, published, lacksRoot: !newRoots.isEmpty),
            rootExpires: newest.metadata.expires, now: now)

        let prepared = try PublishPreparation(
            plan: plan, content: contents, live: live, published: published, newRoots: newRoots,
            configuration: configuration, key: key, now: now
        ).prepare()
        guard let prepared else {
            return Report(
                plan: plan, rootExpires: newest.metadata.expires, zipBytes: [:], written: [])
        }
        try PublishVerifier(
            directory: directory, roots: roots, stored: live?.stored ?? [:], now: now
        ).verify(prepared)
        var written: [String] = []
        if !isDryRun {
            let writer = PublishWriter(directory: directory)
            try writer.removeLeftovers()
            written = try writer.write(prepared, now: now)
        }
        return Report(
            plan: plan, rootExpires: newest.metadata.expires, zipBytes: zipBytes(prepared),
            written: written)
    }

    private func newestRoot(
        _ roots: RootChain
    ) throws(PublishError) -> (metadata: SignedMetadata, draft: RootDraft) {
        try inRepository { () throws(RepositoryError) in
            (
                try SignedMetadata(roots.newest, role: .root),
                try RootDraft(following: roots.newest, expires: now)
            )
        }
    }

    private func state(
        _ live: LiveRepository?, _ published: [BundleYear: PublishedBundle], lacksRoot: Bool
    ) throws(PublishError) -> LiveState? {
        guard let live, let timestamp = live.role(.timestamp), let snapshot = live.role(.snapshot),
            let targets = live.role(.targets)
        else { return nil }
        var missing: Set<BundleYear> = []
        for (year, bundle) in published {
            let length = try onDisk { () throws(FileError) in
                try Files.lengthBytes("\(directory)/\(bundle.zipPath)")
            }
            if length != bundle.target.lengthBytes { missing.insert(year) }
        }
        return LiveState(
            timestamp: timestamp, snapshot: snapshot, targets: targets,
            versions: published.mapValues(\.custom.version), missing: missing,
            lacksRoot: lacksRoot)
    }

    private func zipBytes(_ prepared: PreparedPublish) -> [BundleYear: Int] {
        var bytes: [BundleYear: Int] = [:]
        for target in prepared.targets {
            if let name = TargetName(target.path) { bytes[name.year] = target.lengthBytes }
        }
        return bytes
    }

    private func inRepository<Value>(
        _ body: () throws(RepositoryError) -> Value
    ) throws(PublishError) -> Value {
        do throws(RepositoryError) {
            return try body()
        } catch {
            throw .refused("\(home.metadataPath): \(error)")
        }
    }
}

extension LiveRepository {
    /// A role as plans see it.
    func role(_ role: TopLevelRole) -> LiveState.Role? {
        report.status(of: role).map { .init(version: $0.version, expires: $0.expires) }
    }
}
