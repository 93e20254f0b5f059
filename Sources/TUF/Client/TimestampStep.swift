/// Fetches the timestamp, unless the server says that the stored one is still the newest (specification 5.4).
struct TimestampStep {
    let store: StoredFiles
    let source: MetadataSource
    /// False for a copy of the repository at another place: no validator is sent or stored.
    let usesValidators: Bool
    let now: UTCTime

    /// Brings the timestamp up to date.
    ///
    /// - Parameter set: the trusted metadata after the walk through the roots.
    /// - Returns: the set with the timestamp.
    /// - Throws: ``UpdateError``.
    func refresh(_ set: TrustedMetadataSet) throws(UpdateError) -> StepOutcome {
        var set = set
        let stored = try store.load(StoreName.role(.timestamp))
        let known = try recall(stored, into: &set)
        let file = try source.fetch(
            "timestamp.json", lengthBytesMax: source.limits.timestampBytesMax,
            validator: known?.validator)
        switch file {
        case .absent:
            throw .transfer(.absent(path: "timestamp.json"))
        case .notModified:
            // The answer may be a replay of the same bytes; only their expiry ends a freeze.
            try verifying { () throws(RepositoryError) in try set.requireValidTimestamp() }
            return StepOutcome(set: set)
        case .found(let bytes, let validator):
            let isNew = try verifying { () throws(RepositoryError) in
                try set.updateTimestamp(bytes)
            }
            if isNew { try store.save(bytes, as: StoreName.role(.timestamp)) }
            // The validator is tied to the hash of these bytes, so a validator of another server or
            // timestamp is recognised.
            if usesValidators, isNew || bytes == stored {
                try saveValidator(
                    StoredValidator(validator, of: bytes, since: now), replacing: known,
                    isNew: isNew)
            }
            return StepOutcome(set: set, updated: isNew ? [.timestamp] : [])
        }
    }

    /// Puts the stored timestamp into the set.
    ///
    /// - Returns: the server's validator; nil if the timestamp does not verify, or if there is none.
    private func recall(
        _ stored: [UInt8]?, into set: inout TrustedMetadataSet
    ) throws(UpdateError) -> StoredValidator? {
        guard let stored, (try? set.recallTimestamp(stored)) == true, usesValidators,
            let bytes = try store.load(StoreName.timestampValidator)
        else { return nil }
        return StoredValidator(stored: bytes, of: stored, now: now)
    }

    private func saveValidator(
        _ new: StoredValidator?, replacing known: StoredValidator?, isNew: Bool
    ) throws(UpdateError) {
        guard isNew || new?.validator != known?.validator else { return }
        if let new {
            try store.save(new.encoded(), as: StoreName.timestampValidator)
        } else {
            try store.remove(StoreName.timestampValidator)
        }
    }
}
