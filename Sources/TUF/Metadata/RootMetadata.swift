import JSON

/// A root's signed part: who may sign what (TUF specification 4.3).
struct RootMetadata {
    let header: MetadataHeader
    /// Whether files carry their version or hash before their name (6.2).
    let consistentSnapshot: Bool
    private let root: RoleTrust
    private let timestamp: RoleTrust
    private let snapshot: RoleTrust
    private let targets: RoleTrust

    init(_ signed: JSONCursor, limits: TUFLimits) throws(JSONShapeError) {
        header = try MetadataHeader(signed, type: .root)
        consistentSnapshot = try signed.optional("consistent_snapshot")?.bool() ?? false
        let keyTable = try KeyTable(signed.member("keys"), limits: limits)
        let roles = try signed.member("roles")
        root = try RoleTrust(roles.member("root"), table: keyTable)
        timestamp = try RoleTrust(roles.member("timestamp"), table: keyTable)
        snapshot = try RoleTrust(roles.member("snapshot"), table: keyTable)
        targets = try RoleTrust(roles.member("targets"), table: keyTable)
    }

    /// Whom it trusts for a role.
    func trust(_ role: TopLevelRole) -> RoleTrust {
        switch role {
        case .root: root
        case .timestamp: timestamp
        case .snapshot: snapshot
        case .targets: targets
        }
    }

    /// Whether it took a key from timestamp or snapshot, after which both start anew (5.3.11).
    ///
    /// A key that is only added takes nothing back, so nothing is to be recovered from.
    func revokesOnlineKeys(of older: RootMetadata) -> Bool {
        timestamp.hasRemoved(keyOf: older.timestamp) || snapshot.hasRemoved(keyOf: older.snapshot)
    }
}
