extension Updater {
    /// Fetches the timestamp, unless the server says that the stored one still stands (5.4).
    func refreshTimestamp(
        _ set: inout TrustedMetadataSet, _ updated: inout [String]
    ) throws(UpdateError) {
        var known: StoredValidator?
        let stored = try load(StoreName.role(.timestamp))
        if let stored, (try? set.recallTimestamp(stored)) == true, usesValidators,
            let bytes = try load(StoreName.timestampValidator)
        {
            known = StoredValidator(stored: bytes, of: stored, now: now)
        }
        let file = try fetchMetadata(
            "timestamp.json", lengthBytesMax: limits.timestampBytesMax,
            validator: known?.validator)
        switch file {
        case .absent:
            throw .transfer(.absent(path: "timestamp.json"))
        case .notModified:
            // No more than a replay of the same bytes: freeze is told by their expiry alone.
            try repository { () throws(RepositoryError) in try set.requireValidTimestamp() }
        case .found(let bytes, let validator):
            let isNew = try repository { () throws(RepositoryError) in
                try set.updateTimestamp(bytes)
            }
            if isNew {
                try save(bytes, as: StoreName.role(.timestamp))
                updated.append(TopLevelRole.timestamp.rawValue)
            }
            // One of another server, or of another timestamp, is told by the hash that it is tied to.
            guard usesValidators, isNew || bytes == stored else { return }
            try saveValidator(
                StoredValidator(validator, of: bytes, since: now), replacing: known, isNew: isNew)
        }
    }

    private func saveValidator(
        _ new: StoredValidator?, replacing known: StoredValidator?, isNew: Bool
    ) throws(UpdateError) {
        guard isNew || new?.validator != known?.validator else { return }
        if let new {
            try save(new.encoded(), as: StoreName.timestampValidator)
        } else {
            try remove(StoreName.timestampValidator)
        }
    }

    /// Fetches the snapshot, unless the stored one is the one that the timestamp names (5.5).
    func refreshSnapshot(
        _ set: inout TrustedMetadataSet, _ updated: inout [String]
    ) throws(UpdateError) {
        if let stored = try load(StoreName.role(.snapshot)),
            (try? set.recallSnapshot(stored)) == true
        {
            try repository { () throws(RepositoryError) in try set.requireValid(.snapshot) }
            return
        }
        guard let listed = set.timestamp?.snapshot else {
            preconditionFailure("a snapshot before a timestamp")
        }
        let bytes = try fetchListed(
            "snapshot", listed, lengthBytesMax: limits.snapshotBytesMax,
            versioned: set.root.consistentSnapshot)
        try repository { () throws(RepositoryError) in try set.updateSnapshot(bytes) }
        try save(bytes, as: StoreName.role(.snapshot))
        updated.append(TopLevelRole.snapshot.rawValue)
    }

    /// Fetches the targets, unless the stored ones are those that the snapshot names (5.6).
    func refreshTargets(
        _ set: inout TrustedMetadataSet, _ updated: inout [String]
    ) throws(UpdateError) {
        if let stored = try load(StoreName.role(.targets)),
            (try? set.recallTargets(stored)) != nil
        {
            try repository { () throws(RepositoryError) in try set.requireValid(.targets) }
            return
        }
        let listed = try repository { () throws(RepositoryError) in
            try set.listedFile(of: TopLevelRole.targets.rawValue)
        }
        let bytes = try fetchListed(
            "targets", listed, lengthBytesMax: limits.targetsBytesMax,
            versioned: set.root.consistentSnapshot)
        try repository { () throws(RepositoryError) in try set.updateTargets(bytes) }
        try save(bytes, as: StoreName.role(.targets))
        updated.append(TopLevelRole.targets.rawValue)
    }
}
