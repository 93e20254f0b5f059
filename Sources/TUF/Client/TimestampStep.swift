/// Fetches the timestamp (specification 5.4).
///
/// It asks for the whole file each time, and never whether the stored one is still the newest: a server's "not
/// modified" would decide what only a signature may decide (`docs/adr/0030`).
struct TimestampStep {
    let store: StoredFiles

    /// Brings the timestamp up to date.
    ///
    /// - Parameters:
    ///   - set: the trusted metadata after the walk through the roots.
    ///   - requests: the requests of this refresh.
    /// - Returns: the set with the timestamp.
    /// - Throws: ``UpdateError``.
    func refresh(
        _ set: TrustedMetadataSet, from requests: FirstRequests
    ) throws(UpdateError) -> StepOutcome {
        var set = set
        if let stored = try store.load(StoreName.role(.timestamp)) {
            try? set.recallTimestamp(stored)
        }
        guard case .found(let bytes) = try requests.timestamp() else {
            throw .transfer(.absent(path: "timestamp.json"))
        }
        let isNew = try verifying { () throws(RepositoryError) in
            try set.updateTimestamp(bytes)
        }
        if isNew { try store.save(bytes, as: StoreName.role(.timestamp)) }
        return StepOutcome(set: set, updated: isNew ? [.timestamp] : [])
    }
}
