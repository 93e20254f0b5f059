import JSON

/// The metadata trusted so far (TUF specification 5.3 to 5.6).
///
/// It takes one file after the other. It verifies each file completely, or stays as it was. It reads no
/// clock, no disk and no network: the caller gives the moment once, and the bytes in the order root,
/// timestamp, snapshot, targets, delegated roles.
struct TrustedMetadataSet {
    /// The fixed start of the update, which every expiry is compared with (5.1).
    let now: UTCTime
    let limits: TUFLimits

    private(set) var root: RootMetadata
    /// Every key that a root before the newest one named for targets.
    private var earlierTargetsKeys: Set<String> = []
    private(set) var timestamp: TimestampMetadata?
    /// The newest snapshot ever trusted; a new one must not be older.
    private var previousSnapshot: SnapshotMetadata?
    private(set) var snapshot: SnapshotMetadata?
    private(set) var targets: TargetsMetadata?

    /// Starts from a root that is trusted because of where it comes from (5.2).
    ///
    /// Its own keys must have signed it. It may have expired, because a newer one may follow.
    init(trustedRoot bytes: [UInt8], now: UTCTime, limits: TUFLimits) throws(RepositoryError) {
        self.now = now
        self.limits = limits
        // Messages name it differently from a fetched root, because the remedy differs.
        let name = RepositoryError.packagedRoot
        let metadata = try UnverifiedMetadata(bytes, file: name, limits: limits)
        root = try Self.root(metadata, name, limits: limits)
        try root.trust(.root).verify(metadata, role: name)
    }

    /// Replaces the root by the next one.
    ///
    /// Thresholds of the old root's keys and of its own must have signed it, and its version must be exactly one higher
    /// (5.3.4, 5.3.5). It may have expired. After an error the set is unchanged.
    mutating func updateRoot(_ bytes: [UInt8]) throws(RepositoryError) {
        let metadata = try UnverifiedMetadata(bytes, file: "root", limits: limits)
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

    var replacedTargetsKeys: Set<String> {
        earlierTargetsKeys.subtracting(root.trust(.targets).keyIDs)
    }

    /// Replaces the timestamp by a newer one (5.4); false when it has the version of the one in the set (5.4.3.1).
    mutating func updateTimestamp(_ bytes: [UInt8]) throws(RepositoryError) -> Bool {
        let next = try verifiedTimestamp(bytes)
        if let known = timestamp {
            try Self.requireNoRollback(known.header.version, next.header.version, "timestamp")
            guard next.header.version > known.header.version else {
                try requireValid(known.header, role: "timestamp")
                return false
            }
            try Self.requireNoRollback(known.snapshot.version, next.snapshot.version, "snapshot")
        }
        try requireValid(next.header, role: "timestamp")
        timestamp = next
        return true
    }

    /// Sets the snapshot; it must be the one that the timestamp names (5.5).
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

    /// Sets the targets; they must be the ones that the snapshot names (5.6).
    mutating func updateTargets(_ bytes: [UInt8]) throws(RepositoryError) {
        targets = try verifiedTargets(
            bytes, role: TopLevelRole.targets.rawValue, trust: root.trust(.targets))
    }

    /// Verifies the metadata of a targets role (5.6.2 to 5.6.5).
    ///
    /// It must be what the snapshot lists, the keys that its delegator trusts must have signed it, and it must not have
    /// expired.
    func verifiedTargets(
        _ bytes: [UInt8], role: String, trust: RoleTrust
    ) throws(RepositoryError) -> TargetsMetadata {
        let next = try matchingTargets(bytes, role: role, trust: trust)
        try requireValid(next.header, role: role)
        return next
    }

    func listedFile(of role: String) throws(RepositoryError) -> MetaFile {
        guard let file = snapshot?.file(of: role) else { throw .missingFromSnapshot(role: role) }
        return file
    }
}

/// Files from the store: each was verified completely before it was stored.
///
/// When such a file is read again, only its signatures are checked. It may have expired, because its
/// purpose is to show a rollback. A file that trusted keys have not signed counts as absent; that is also
/// fast-forward recovery (5.3.11).
extension TrustedMetadataSet {
    mutating func recallTimestamp(_ bytes: [UInt8]) throws(RepositoryError) {
        timestamp = try verifiedTimestamp(bytes)
    }

    /// If the timestamp does not name it, the set keeps it only to compare a new one with it, and this returns false.
    mutating func recallSnapshot(_ bytes: [UInt8]) throws(RepositoryError) -> Bool {
        let body = try verifiedSnapshot(bytes)
        previousSnapshot = body
        if let listed = timestamp?.snapshot {
            guard listed.version == body.header.version,
                (try? listed.verify(bytes, file: "snapshot")) != nil
            else { return false }
        }
        snapshot = body
        return true
    }

    /// Sets the targets from the store; they must be the ones that the snapshot names.
    mutating func recallTargets(_ bytes: [UInt8]) throws(RepositoryError) {
        targets = try matchingTargets(
            bytes, role: TopLevelRole.targets.rawValue, trust: root.trust(.targets))
    }

    /// Throws if the role's metadata in the set has expired (5.3.10, 5.5.6, 5.6.5).
    func requireValid(_ role: TopLevelRole) throws(RepositoryError) {
        if let header = header(of: role) { try requireValid(header, role: role.rawValue) }
    }

    func header(of role: TopLevelRole) -> MetadataHeader? {
        switch role {
        case .root: root.header
        case .timestamp: timestamp?.header
        case .snapshot: snapshot?.header
        case .targets: targets?.header
        }
    }
}

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
        let metadata = try UnverifiedMetadata(bytes, file: role, limits: limits)
        try trust.verify(metadata, role: role)
        return metadata
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
