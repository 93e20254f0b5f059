/// Fetches the timestamp, unless the server says that the stored one is still the newest (specification 5.4).
struct TimestampStep {
    let store: StoredFiles
    /// False for a copy of the repository at another place: no validator is sent or stored.
    let usesValidators: Bool
    let now: UTCTime

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
        let stored = try store.load(StoreName.role(.timestamp))
        let known = try recall(stored, into: &set)
        switch try requests.timestamp(known?.validator) {
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

    /// The server's validator of the stored timestamp, before that is verified; nil if there is none.
    ///
    /// If something cannot be read, ``refresh(_:from:)`` throws.
    func validatorAhead() -> Validator? {
        guard let stored = (try? store.load(StoreName.role(.timestamp))) ?? nil else { return nil }
        return ((try? validator(of: stored)) ?? nil)?.validator
    }

    /// Puts the stored timestamp into the set.
    ///
    /// - Returns: the server's validator; nil if the timestamp does not verify, or if there is none.
    private func recall(
        _ stored: [UInt8]?, into set: inout TrustedMetadataSet
    ) throws(UpdateError) -> StoredValidator? {
        guard let stored, (try? set.recallTimestamp(stored)) == true else { return nil }
        return try validator(of: stored)
    }

    private func validator(of stored: [UInt8]) throws(UpdateError) -> StoredValidator? {
        guard usesValidators, let bytes = try store.load(StoreName.timestampValidator) else {
            return nil
        }
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
