/// Fetches the snapshot, unless the stored one is the one that the timestamp names (specification 5.5).
struct SnapshotStep {
    let store: StoredFiles
    let source: MetadataSource

    /// Brings the snapshot up to date.
    ///
    /// - Parameter set: the trusted metadata after the timestamp's step.
    /// - Returns: the set with the snapshot.
    /// - Throws: ``UpdateError``.
    func refresh(_ set: TrustedMetadataSet) throws(UpdateError) -> StepOutcome {
        var set = set
        if let stored = try store.load(StoreName.role(.snapshot)),
            (try? set.recallSnapshot(stored)) == true
        {
            try verifying { () throws(RepositoryError) in try set.requireValid(.snapshot) }
            return StepOutcome(set: set)
        }
        guard let listed = set.timestamp?.snapshot else {
            preconditionFailure("a snapshot before a timestamp")
        }
        let bytes = try source.fetchListed(
            "snapshot", listed, lengthBytesMax: source.limits.snapshotBytesMax,
            versioned: set.root.consistentSnapshot)
        try verifying { () throws(RepositoryError) in try set.updateSnapshot(bytes) }
        try store.save(bytes, as: StoreName.role(.snapshot))
        return StepOutcome(set: set, updated: [.snapshot])
    }
}
