/// Brings timestamp, snapshot and targets up to date, in this order (specification 5.4 to 5.6).
struct OnlineRoles {
    private(set) var set: TrustedMetadataSet
    let store: StoredFiles
    let source: MetadataSource
    /// The roles that came new from the repository and were stored.
    private(set) var updated: [TopLevelRole] = []

    /// Runs the three steps; what was verified before an error is stored nevertheless.
    mutating func refresh(from requests: FirstRequests) throws(UpdateError) {
        try refreshTimestamp(from: requests)
        try refreshSnapshot()
        try refreshTargets()
    }

    /// Fetches the timestamp (5.4).
    ///
    /// It asks for the whole file each time, and never whether the stored one is still the newest: a server's "not
    /// modified" would decide what only a signature may decide (`docs/adr/0030`).
    private mutating func refreshTimestamp(from requests: FirstRequests) throws(UpdateError) {
        if let stored = try store.load(.timestamp) { try? set.recallTimestamp(stored) }
        guard let bytes = try requests.timestamp() else {
            throw .transfer(.absent(path: "timestamp.json"))
        }
        let isNew = try verifying { () throws(RepositoryError) in try set.updateTimestamp(bytes) }
        if isNew { try save(bytes, as: .timestamp) }
    }

    /// Fetches the snapshot, unless the stored one is the one that the timestamp names (5.5).
    private mutating func refreshSnapshot() throws(UpdateError) {
        if let stored = try store.load(.snapshot), (try? set.recallSnapshot(stored)) == true {
            return try verifying { () throws(RepositoryError) in try set.requireValid(.snapshot) }
        }
        guard let listed = set.timestamp?.snapshot else {
            preconditionFailure("a snapshot before a timestamp")
        }
        let bytes = try source.fetchListed(
            "snapshot", listed, lengthBytesMax: source.limits.snapshotBytesMax,
            versioned: set.root.consistentSnapshot)
        try verifying { () throws(RepositoryError) in try set.updateSnapshot(bytes) }
        try save(bytes, as: .snapshot)
    }

    /// Fetches the targets, unless the stored ones are those that the snapshot names (5.6).
    private mutating func refreshTargets() throws(UpdateError) {
        if let stored = try store.load(.targets), (try? set.recallTargets(stored)) != nil {
            return try verifying { () throws(RepositoryError) in try set.requireValid(.targets) }
        }
        let listed = try verifying { () throws(RepositoryError) in
            try set.listedFile(of: TopLevelRole.targets.rawValue)
        }
        let bytes = try source.fetchListed(
            "targets", listed, lengthBytesMax: source.limits.targetsBytesMax,
            versioned: set.root.consistentSnapshot)
        try verifying { () throws(RepositoryError) in try set.updateTargets(bytes) }
        try save(bytes, as: .targets)
    }

    private mutating func save(_ bytes: [UInt8], as role: TopLevelRole) throws(UpdateError) {
        try store.save(bytes, as: role)
        updated.append(role)
    }
}

func verifying<Value>(_ check: () throws(RepositoryError) -> Value) throws(UpdateError) -> Value {
    do {
        return try check()
    } catch {
        throw .repository(error)
    }
}
