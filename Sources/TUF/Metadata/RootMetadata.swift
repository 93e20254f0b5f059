import JSON

/// A root's signed part: which keys may sign which role (TUF specification 4.3).
struct RootMetadata {
    let header: MetadataHeader
    /// Whether file names begin with a version or hash (6.2).
    let consistentSnapshot: Bool
    private let root: RoleTrust
    private let timestamp: RoleTrust
    private let snapshot: RoleTrust
    private let targets: RoleTrust

    init(_ signed: JSONCursor, limits: TUFLimits) throws(JSONShapeError) {
        header = try MetadataHeader(signed, type: .root)
        consistentSnapshot = try signed.optional("consistent_snapshot")?.bool() ?? false
        let keys = try signed.member("keys").keyTable(limits)
        let roles = try signed.member("roles")
        root = try RoleTrust(roles.member("root"), keys: keys)
        timestamp = try RoleTrust(roles.member("timestamp"), keys: keys)
        snapshot = try RoleTrust(roles.member("snapshot"), keys: keys)
        targets = try RoleTrust(roles.member("targets"), keys: keys)
    }

    func trust(_ role: TopLevelRole) -> RoleTrust {
        switch role {
        case .root: root
        case .timestamp: timestamp
        case .snapshot: snapshot
        case .targets: targets
        }
    }

    /// Then both start again (5.3.11); a key that is only added revokes nothing.
    func revokesOnlineKeys(of older: RootMetadata) -> Bool {
        timestamp.hasRemoved(keyOf: older.timestamp) || snapshot.hasRemoved(keyOf: older.snapshot)
    }
}

/// A root that is signed by its own keys; that alone gives no reason to trust it.
package struct SelfSignedRoot: Equatable, Sendable {
    package let version: Int64
    /// The identifiers of the keys that it trusts for root.
    package let rootKeyIDs: Set<String>

    /// Reads a root, expired or not.
    package init(_ bytes: [UInt8], limits: TUFLimits = .standard) throws(RepositoryError) {
        // Only a later step checks whether a root has expired, so any time will do.
        let set = try TrustedMetadataSet(
            trustedRoot: bytes, now: UTCTime(unixSeconds: 0), limits: limits)
        version = set.root.header.version
        rootKeyIDs = Set(set.root.trust(.root).keys.keys)
    }
}
