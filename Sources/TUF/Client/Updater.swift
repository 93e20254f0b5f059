/// A TUF client (specification 1.0, section 5): moves bytes between a repository, a store and the set
/// of trusted metadata, which alone decides what is trusted.
///
/// The store is this client's own; one process uses it at a time. It ends every step whole:
/// 1. each new root: `root.<n>`, then what keys it revokes have vouched for is removed, then
///    `root.json`;
/// 2. timestamp, then snapshot, then targets, then delegated roles, each after all its checks.
///
/// Stopped anywhere, the next refresh goes on from there.
public struct Updater {
    let packagedRoot: [UInt8]
    let store: any MetadataStore
    /// Where the repository is; another mirror may be put in its place between two calls.
    public var fetcher: any Fetcher
    let limits: TUFLimits
    let now: UTCTime
    let cache: VerificationCache
    /// False for a copy of the repository elsewhere: what the store knows of the repository's own server is
    /// then neither sent nor changed.
    public var usesValidators: Bool
    /// Nil until a refresh, or the store's reading, has come to its end.
    var trusted: TrustedMetadataSet?
    /// The delegated roles verified so far, by who trusts them and their own name.
    var delegated: [DelegationEdge: TargetsMetadata] = [:]

    /// Makes a client.
    ///
    /// - Parameters:
    ///   - packagedRoot: the root that came with the program, from outside the store; every start
    ///     walks from it.
    ///   - store: where trusted metadata is kept.
    ///   - fetcher: where the repository is.
    ///   - limits: what is accepted at most.
    ///   - now: the moment that every expiry is checked against.
    ///   - usesValidators: false for a copy of the repository elsewhere: what the store knows of the
    ///     repository's own server is then neither sent nor changed.
    ///   - cache: what an earlier client with these limits has verified, and then what this one has.
    public init(
        packagedRoot: [UInt8], store: any MetadataStore, fetcher: any Fetcher,
        limits: TUFLimits = .standard, now: UTCTime, usesValidators: Bool = true,
        cache: VerificationCache = VerificationCache()
    ) {
        self.packagedRoot = packagedRoot
        self.store = store
        self.fetcher = fetcher
        self.limits = limits
        self.now = now
        self.usesValidators = usesValidators
        self.cache = cache
    }

    /// The files that the top-level targets role lists, sorted by path; empty before ``refresh()`` or
    /// ``loadTrusted()`` and where nothing is trusted yet.
    public var targets: [TargetFile] { trusted?.targets?.targets ?? [] }

    /// Brings the trusted metadata up to date (5.1 to 5.6): root, timestamp, snapshot, targets.
    ///
    /// Where nothing changed it is two requests: the next root, which is absent, and the timestamp.
    ///
    /// - Returns: what is trusted now, and what of it is new.
    /// - Throws: ``UpdateError``; what was verified before it is stored all the same.
    public mutating func refresh() throws(UpdateError) -> RefreshReport {
        trusted = nil
        delegated = [:]
        var updated: [String] = []
        var set = try loadRoots(fetchingNew: true, updated: &updated)
        try repository { () throws(RepositoryError) in try set.requireValidRoot() }
        try refreshTimestamp(&set, &updated)
        try refreshSnapshot(&set, &updated)
        try refreshTargets(&set, &updated)
        trusted = set
        return report(set, updated: updated)
    }

    /// Reads what is trusted from the store alone, without network: for serving offline and for status.
    ///
    /// What has expired is reported, not refused; what does not verify is as good as absent.
    ///
    /// - Returns: what is trusted.
    /// - Throws: ``UpdateError`` where the packaged root is no root or the store cannot be read.
    public mutating func loadTrusted() throws(UpdateError) -> RefreshReport {
        trusted = nil
        delegated = [:]
        var updated: [String] = []
        var set = try loadRoots(fetchingNew: false, updated: &updated)
        // Snapshot before timestamp: after a half-finished refresh the stored snapshot is older than
        // the one the timestamp names, and still the newest that was ever wholly here.
        if let bytes = try load(StoreName.role(.snapshot)),
            (try? set.recallSnapshot(bytes)) == true,
            let bytes = try load(StoreName.role(.targets))
        {
            try? set.recallTargets(bytes)
        }
        if let bytes = try load(StoreName.role(.timestamp)) { _ = try? set.recallTimestamp(bytes) }
        trusted = set
        return report(set, updated: updated)
    }

    private func report(_ set: TrustedMetadataSet, updated: [String]) -> RefreshReport {
        let roles = TopLevelRole.allCases.compactMap { role in
            set.header(of: role).map { header in
                RoleStatus(
                    role: role, version: header.version, expires: header.expires,
                    isExpired: header.expires <= now, keyIDs: set.root.trust(role).keyIDs,
                    threshold: set.root.trust(role).threshold)
            }
        }
        return RefreshReport(
            roles: roles, updated: updated, targetsKeyIDs: Set(set.root.trust(.targets).keyIDs),
            replacedTargetsKeyIDs: set.replacedTargetsKeys)
    }
}
