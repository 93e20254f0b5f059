/// Reads what is trusted from the store alone.
struct StoredTrust {
    let store: StoredFiles

    /// Puts the stored roles into a set.
    ///
    /// The snapshot comes before the timestamp. After a refresh that was stopped, the stored snapshot is
    /// older than the one that the timestamp names, and still the newest that was ever complete here.
    ///
    /// - Parameter set: the set after the walk through the stored roots.
    /// - Returns: the set with the roles that verify.
    /// - Throws: ``UpdateError/store(_:)`` if the store cannot be read.
    func recalled(into set: TrustedMetadataSet) throws(UpdateError) -> TrustedMetadataSet {
        var set = set
        if let bytes = try store.load(StoreName.role(.snapshot)),
            (try? set.recallSnapshot(bytes)) == true,
            let bytes = try store.load(StoreName.role(.targets))
        {
            try? set.recallTargets(bytes)
        }
        if let bytes = try store.load(StoreName.role(.timestamp)) {
            try? set.recallTimestamp(bytes)
        }
        return set
    }
}
