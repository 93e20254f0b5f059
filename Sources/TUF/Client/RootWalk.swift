/// Walks through the roots in the store, and then through those in the repository, to the newest (specification 5.3).
package struct RootWalk {
    /// Where a walk has come to, for a caller that runs the same refresh again after each answer of the network.
    ///
    /// The next run continues there, so a walk takes as many steps as there are roots. What the run before wrote is
    /// gone with its store, so the next one writes it again.
    package final class Progress {
        package var rotations: Int { fetched.count }
        fileprivate var place: WalkedRoot?
        fileprivate var fetched: [(version: Int64, bytes: [UInt8])] = []
        /// Whether one of them revoked the keys of the stored timestamp or snapshot.
        fileprivate var hasRevoked = false
        package init() {}
    }

    let packagedRoot: [UInt8]
    let store: StoredFiles
    let limits: TUFLimits
    let now: UTCTime
    /// Nil for a caller that waits for the network.
    var progress: Progress?

    fileprivate struct WalkedRoot {
        var set: TrustedMetadataSet
        /// The root of the set as received.
        var bytes: [UInt8]

        var nextVersion: Int64 { self.set.root.header.version + 1 }
    }

    func throughStore() throws(UpdateError) -> TrustedMetadataSet {
        var place = try start()
        try walkStoredRoots(&place)
        return place.set
    }

    /// Stores each root that it passes, and tells how many came new from the repository.
    func toNewest(
        from requests: FirstRequests
    ) throws(UpdateError) -> (set: TrustedMetadataSet, rotations: Int) {
        var place = try start()
        var rotations = progress?.rotations ?? 0
        while true {
            // This runs in each round, because the stored chain may continue after a gap.
            try walkStoredRoots(&place)
            try storeRoot(place, replacingNewer: false)
            progress?.place = place
            // Anything else than a file means that there is none of that version (5.3.3).
            guard let bytes = try requests.root(place.nextVersion) else { break }
            rotations += 1
            guard rotations <= limits.rootRotationsMax else {
                throw .repository(.tooManyRotations(limit: limits.rootRotationsMax))
            }
            try verifying { () throws(RepositoryError) in try place.set.updateRoot(bytes) }
            place.bytes = bytes
            progress?.fetched.append((place.set.root.header.version, bytes))
            try storeRoot(place, replacingNewer: false)
        }
        try storeRoot(place, replacingNewer: true)
        return (place.set, rotations)
    }

    private func start() throws(UpdateError) -> WalkedRoot {
        if let progress, let place = progress.place {
            try repeatWrites(of: progress)
            return place
        }
        let set = try verifying { () throws(RepositoryError) in
            try TrustedMetadataSet(trustedRoot: packagedRoot, now: now, limits: limits)
        }
        return WalkedRoot(set: set, bytes: packagedRoot)
    }

    private func repeatWrites(of progress: Progress) throws(UpdateError) {
        for root in progress.fetched {
            try store.save(root.bytes, as: StoredFiles.name(ofRoot: root.version))
        }
        if progress.hasRevoked { try forgetOnlineFiles() }
    }

    /// Removes what may have been signed by revoked keys (5.3.11).
    private func forgetOnlineFiles() throws(UpdateError) {
        try store.remove(.timestamp)
        try store.remove(.snapshot)
    }

    private func walkStoredRoots(_ place: inout WalkedRoot) throws(UpdateError) {
        while let bytes = try store.load(StoredFiles.name(ofRoot: place.nextVersion)),
            (try? place.set.updateRoot(bytes)) != nil
        {
            place.bytes = bytes
        }
    }

    /// Stores a verified root (5.3.8), after it has removed what this root revokes (5.3.11).
    ///
    /// If the process ends in between, the next start meets the same root and does the rest.
    private func storeRoot(_ place: WalkedRoot, replacingNewer: Bool) throws(UpdateError) {
        let root = place.set.root
        let name = StoredFiles.name(ofRoot: root.header.version)
        if place.bytes != packagedRoot, try store.load(name) != place.bytes {
            try store.save(place.bytes, as: name)
        }
        let stored = try store.load(.root)
        guard stored != place.bytes else { return }
        if let stored,
            let metadata = try? UnverifiedMetadata(stored, file: "root", limits: limits),
            let older = try? RootMetadata(metadata.signed, limits: limits)
        {
            guard older.header.version <= root.header.version || replacingNewer else { return }
            if root.revokesOnlineKeys(of: older) {
                progress?.hasRevoked = true
                try forgetOnlineFiles()
            }
        }
        try store.save(place.bytes, as: .root)
    }
}
