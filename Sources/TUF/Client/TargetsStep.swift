/// Fetches the targets, unless the stored ones are those that the snapshot names (specification 5.6).
struct TargetsStep {
    let store: StoredFiles
    let source: MetadataSource

    /// Brings the top-level targets up to date.
    ///
    /// - Parameter set: the trusted metadata after the snapshot's step.
    /// - Returns: the set with the targets.
    /// - Throws: ``UpdateError``.
    func refresh(_ set: TrustedMetadataSet) throws(UpdateError) -> StepOutcome {
        var set = set
        if let stored = try store.load(StoreName.role(.targets)),
            (try? set.recallTargets(stored)) != nil
        {
            try verifying { () throws(RepositoryError) in try set.requireValid(.targets) }
            return StepOutcome(set: set)
        }
        let listed = try verifying { () throws(RepositoryError) in
            try set.listedFile(of: TopLevelRole.targets.rawValue)
        }
        let bytes = try source.fetchListed(
            "targets", listed, lengthBytesMax: source.limits.targetsBytesMax,
            versioned: set.root.consistentSnapshot)
        try verifying { () throws(RepositoryError) in try set.updateTargets(bytes) }
        try store.save(bytes, as: StoreName.role(.targets))
        return StepOutcome(set: set, updated: [.targets])
    }
}
