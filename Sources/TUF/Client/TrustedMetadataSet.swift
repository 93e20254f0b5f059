import JSON

/// The metadata trusted so far: bytes go in one after the other, and each is wholly verified or leaves
/// the set as it was (TUF specification 5.3 to 5.6).
///
/// It reads no clock, no disk and no network: the moment is given once, the bytes by the caller, who
/// keeps the order root, timestamp, snapshot, targets, delegated roles.
struct TrustedMetadataSet {
    /// The fixed start of the update, against which every expiry is checked (5.1).
    let now: UTCTime
    let limits: TUFLimits
    private let cache: VerificationCache

    private(set) var root: RootMetadata
    /// Every key that a root before the newest one named for targets.
    private var earlierTargetsKeys: Set<String> = []
    private(set) var timestamp: TimestampMetadata?
    /// A stored timestamp that is not taken any more, to measure a new one by and for nothing else.
    private var previousTimestamp: TimestampMetadata?
    /// The newest snapshot ever trusted, to measure a new one by and for nothing else.
    private var previousSnapshot: SnapshotMetadata?
    private(set) var snapshot: SnapshotMetadata?
    private(set) var targets: TargetsMetadata?

    /// Starts from a root that is trusted for where it comes from (5.2).
    ///
    /// It must still be signed by its own keys. It may have expired: a newer one may follow.
    init(
        trustedRoot bytes: [UInt8], now: UTCTime, limits: TUFLimits,
        cache: VerificationCache = VerificationCache()
    ) throws(RepositoryError) {
        self.now = now
        self.limits = limits
        self.cache = cache
        // By another name than a fetched root: the remedy is another one.
        let name = "packaged root"
        if let known = cache.metadata(bytes, role: name, trust: nil) {
            root = try Self.root(known, name, limits: limits)
            return
        }
        let metadata = try UnverifiedMetadata(bytes, file: name, limits: limits)
        root = try Self.root(metadata, name, limits: limits)
        try root.trust(.root).verify(metadata, role: name)
        cache.note(metadata, of: bytes, role: name, trust: nil)
    }

    /// Takes the next root: signed by thresholds of the old root's keys and of its own, and exactly
    /// one version on (5.3.4, 5.3.5); it may have expired.
    ///
    /// - Parameters:
    ///   - bytes: the root as received.
    ///   - rule: the looser one only for a stored root that the repository no longer has.
    /// - Throws: ``RepositoryError``; the set is as it was then.
    mutating func updateRoot(
        _ bytes: [UInt8], rule: UnverifiedMetadata.SignatureRule = .oneForEachKey
    ) throws(RepositoryError) {
        let metadata = try UnverifiedMetadata(bytes, file: "root", limits: limits, rule: rule)
        try root.trust(.root).verify(metadata, role: "root")
        let next = try Self.root(metadata, "root", limits: limits)
        guard next.header.version == root.header.version + 1 else {
            throw .version(
                role: "root", expected: root.header.version + 1, found: next.header.version)
        }
        try next.trust(.root).verify(metadata, role: "root")
        earlierTargetsKeys.formUnion(root.trust(.targets).keyIDs)
        root = next
    }

    /// The keys that an earlier root of the walk named for targets, and the newest does not.
    var replacedTargetsKeys: Set<String> {
        earlierTargetsKeys.subtracting(root.trust(.targets).keyIDs)
    }

    /// Throws where the final root has expired (5.3.10).
    func requireValidRoot() throws(RepositoryError) {
        try requireValid(root.header, role: "root")
    }

    /// Throws where the timestamp held has expired (5.4.4): to be asked where nothing newer came.
    func requireValidTimestamp() throws(RepositoryError) {
        if let timestamp { try requireValid(timestamp.header, role: "timestamp") }
    }

    /// Takes a timestamp (5.4).
    ///
    /// - Returns: false where it has the version of the one held, which is then kept (5.4.3.1).
    mutating func updateTimestamp(_ bytes: [UInt8]) throws(RepositoryError) -> Bool {
        let next = try verifiedTimestamp(bytes)
        if let known = timestamp ?? previousTimestamp {
            try Self.requireNoRollback(known.header.version, next.header.version, "timestamp")
            guard next.header.version > known.header.version || timestamp == nil else {
                try requireValidTimestamp()
                return false
            }
            try Self.requireNoRollback(known.snapshot.version, next.snapshot.version, "snapshot")
        }
        try requireValid(next.header, role: "timestamp")
        timestamp = next
        return true
    }

    /// Takes the snapshot that the timestamp names (5.5).
    mutating func updateSnapshot(_ bytes: [UInt8]) throws(RepositoryError) {
        guard let listed = timestamp?.snapshot else {
            preconditionFailure("a snapshot before a timestamp")
        }
        try listed.verify(bytes, file: "snapshot")
        let next = try verifiedSnapshot(bytes)
        try Self.requireVersion(listed.version, next.header.version, "snapshot")
        try previousSnapshot?.verifySuccessor(next)
        try requireValid(next.header, role: "snapshot")
        snapshot = next
    }

    /// Takes the targets that the snapshot names (5.6).
    mutating func updateTargets(_ bytes: [UInt8]) throws(RepositoryError) {
        targets = try verifiedTargets(
            bytes, role: TopLevelRole.targets.rawValue, trust: root.trust(.targets))
    }

    /// The metadata of a targets role, if it is what the snapshot lists, whoever trusts it has signed
    /// it by his keys and it has not expired (5.6.2 to 5.6.5).
    func verifiedTargets(
        _ bytes: [UInt8], role: String, trust: RoleTrust
    ) throws(RepositoryError) -> TargetsMetadata {
        let next = try matchingTargets(bytes, role: role, trust: trust)
        try requireValid(next.header, role: role)
        return next
    }

    /// How the snapshot lists a targets role.
    func listedFile(of role: String) throws(RepositoryError) -> MetaFile {
        guard let file = snapshot?.file(of: role) else { throw .missingFromSnapshot(role: role) }
        return file
    }
}

// MARK: - What the store remembers

/// Stored files were wholly verified before they were stored. Read again they need only be signed by
/// keys that are still trusted; they may have expired, because what they are for is to tell a rollback.
/// One that is not so signed is as good as absent (which is also fast-forward recovery, 5.3.11).
extension TrustedMetadataSet {
    /// Holds the stored timestamp: as the timestamp, or only to measure a new one by where a key has
    /// two signatures in it.
    ///
    /// - Returns: whether it is the timestamp now.
    mutating func recallTimestamp(_ bytes: [UInt8]) throws(RepositoryError) -> Bool {
        let stored = try stored(bytes, role: "timestamp", trust: root.trust(.timestamp))
        let body = try stored.metadata.decoded(as: "timestamp", TimestampMetadata.init)
        if stored.isRegular { timestamp = body } else { previousTimestamp = body }
        return stored.isRegular
    }

    /// Holds the stored snapshot: as the snapshot where it is the one that the timestamp names, or
    /// where no timestamp is held; else, or where a key has two signatures in it, only to measure a new
    /// one by.
    ///
    /// - Returns: whether it is the snapshot now.
    mutating func recallSnapshot(_ bytes: [UInt8]) throws(RepositoryError) -> Bool {
        let stored = try stored(bytes, role: "snapshot", trust: root.trust(.snapshot))
        let body = try stored.metadata.decoded(as: "snapshot", SnapshotMetadata.init)
        previousSnapshot = body
        guard stored.isRegular else { return false }
        if let listed = timestamp?.snapshot {
            guard listed.version == body.header.version,
                (try? listed.verify(bytes, file: "snapshot")) != nil
            else { return false }
        }
        snapshot = body
        return true
    }

    /// Holds the stored targets, if they are the ones that the snapshot names.
    mutating func recallTargets(_ bytes: [UInt8]) throws(RepositoryError) {
        targets = try matchingTargets(
            bytes, role: TopLevelRole.targets.rawValue, trust: root.trust(.targets))
    }

    /// Throws where the snapshot or the targets held have expired (5.5.6, 5.6.5).
    func requireValid(_ role: TopLevelRole) throws(RepositoryError) {
        if let header = header(of: role) { try requireValid(header, role: role.rawValue) }
    }

    /// The version and expiry of a top-level role, or nil where none is held.
    func header(of role: TopLevelRole) -> MetadataHeader? {
        switch role {
        case .root: root.header
        case .timestamp: timestamp?.header
        case .snapshot: snapshot?.header
        case .targets: targets?.header
        }
    }
}

// MARK: - Single checks

extension TrustedMetadataSet {
    private static func root(
        _ metadata: UnverifiedMetadata, _ name: String, limits: TUFLimits
    ) throws(RepositoryError) -> RootMetadata {
        try metadata.decoded(as: name) { (signed) throws(JSONShapeError) in
            try RootMetadata(signed, limits: limits)
        }
    }

    private func verifiedTimestamp(_ bytes: [UInt8]) throws(RepositoryError) -> TimestampMetadata {
        try verified(bytes, role: "timestamp", trust: root.trust(.timestamp))
            .decoded(as: "timestamp", TimestampMetadata.init)
    }

    private func verifiedSnapshot(_ bytes: [UInt8]) throws(RepositoryError) -> SnapshotMetadata {
        try verified(bytes, role: "snapshot", trust: root.trust(.snapshot))
            .decoded(as: "snapshot", SnapshotMetadata.init)
    }

    private func matchingTargets(
        _ bytes: [UInt8], role: String, trust: RoleTrust
    ) throws(RepositoryError) -> TargetsMetadata {
        let listed = try listedFile(of: role)
        try listed.verify(bytes, file: role)
        let metadata = try verified(bytes, role: role, trust: trust)
        let targets = try metadata.decoded(as: role) { (signed) throws(JSONShapeError) in
            try TargetsMetadata(signed, limits: limits)
        }
        try Self.requireVersion(listed.version, targets.header.version, role)
        return targets
    }

    private func verified(
        _ bytes: [UInt8], role: String, trust: RoleTrust
    ) throws(RepositoryError) -> UnverifiedMetadata {
        if let known = cache.metadata(bytes, role: role, trust: trust) { return known }
        let metadata = try UnverifiedMetadata(bytes, file: role, limits: limits)
        try trust.verify(metadata, role: role)
        cache.note(metadata, of: bytes, role: role, trust: trust)
        return metadata
    }

    /// Verifies a stored file; `isRegular` is false where a key has two signatures in it.
    private func stored(
        _ bytes: [UInt8], role: String, trust: RoleTrust
    ) throws(RepositoryError) -> (metadata: UnverifiedMetadata, isRegular: Bool) {
        if let metadata = try? verified(bytes, role: role, trust: trust) { return (metadata, true) }
        let metadata = try UnverifiedMetadata(
            bytes, file: role, limits: limits, rule: .repeatedKeysAllowed)
        try trust.verify(metadata, role: role)
        return (metadata, false)
    }

    private func requireValid(_ header: MetadataHeader, role: String) throws(RepositoryError) {
        guard header.expires > now else {
            throw .expired(role: role, at: header.expires, now: now)
        }
    }

    private static func requireNoRollback(
        _ trusted: Int64, _ found: Int64, _ role: String
    ) throws(RepositoryError) {
        guard found >= trusted else {
            throw .rollback(role: role, trusted: trusted, found: found)
        }
    }

    private static func requireVersion(
        _ expected: Int64, _ found: Int64, _ role: String
    ) throws(RepositoryError) {
        guard found == expected else {
            throw .version(role: role, expected: expected, found: found)
        }
    }
}
