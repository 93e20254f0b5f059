extension Updater {
    /// Walks from the packaged root to the newest: through the roots in the store, and on through the
    /// repository's (specification 5.3).
    func loadRoots(
        fetchingNew: Bool, updated: inout [String]
    ) throws(UpdateError) -> TrustedMetadataSet {
        var set: TrustedMetadataSet
        do {
            set = try TrustedMetadataSet(
                trustedRoot: packagedRoot, now: now, limits: limits, cache: cache)
        } catch {
            throw .repository(error)
        }
        var newest = packagedRoot
        var rotations = 0
        while true {
            // In every round: behind a hole in the stored chain there may be more of it.
            try walkStoredRoots(&set, &newest)
            guard fetchingNew else {
                guard try walkRepeatedKeys(&set, &newest) else { return set }
                continue
            }
            try storeRoot(newest, set.root, replacingNewer: false)
            guard let bytes = try fetchRoot(set.root.header.version + 1) else {
                // A root that was trusted once is not forgotten where the repository withholds it.
                guard try walkRepeatedKeys(&set, &newest) else { break }
                continue
            }
            rotations += 1
            guard rotations <= limits.rootRotationsMax else {
                throw .repository(.tooManyRotations(limit: limits.rootRotationsMax))
            }
            try repository { () throws(RepositoryError) in try set.updateRoot(bytes) }
            try storeRoot(bytes, set.root, replacingNewer: false)
            updated.append(TopLevelRole.root.rawValue)
            newest = bytes
        }
        try storeRoot(newest, set.root, replacingNewer: true)
        return set
    }

    private func walkStoredRoots(
        _ set: inout TrustedMetadataSet, _ newest: inout [UInt8]
    ) throws(UpdateError) {
        while let bytes = try load(StoreName.rootVersion(set.root.header.version + 1)),
            (try? set.updateRoot(bytes)) != nil
        {
            newest = bytes
        }
    }

    /// Takes the next stored root although a key has two signatures in it: it was stored before this
    /// client refused that.
    ///
    /// - Returns: false where there is none.
    private func walkRepeatedKeys(
        _ set: inout TrustedMetadataSet, _ newest: inout [UInt8]
    ) throws(UpdateError) -> Bool {
        guard let bytes = try load(StoreName.rootVersion(set.root.header.version + 1)),
            (try? set.updateRoot(bytes, rule: .repeatedKeysAllowed)) != nil
        else { return false }
        newest = bytes
        return true
    }

    /// Nil where the repository has no root of that version (5.3.3).
    private func fetchRoot(_ version: Int64) throws(UpdateError) -> [UInt8]? {
        let file = try fetchMetadata("\(version).root.json", lengthBytesMax: limits.rootBytesMax)
        if case .found(let bytes, _) = file { return bytes }
        return nil
    }

    /// Makes a verified root the stored one (5.3.8), removing before it what it revokes (5.3.11): should
    /// the process end in between, the next start meets the same root and does the rest.
    ///
    /// While the walk is under way a newer stored root stays: the walk may be about to reach it.
    private func storeRoot(
        _ bytes: [UInt8], _ root: RootMetadata, replacingNewer: Bool
    ) throws(UpdateError) {
        let name = StoreName.rootVersion(root.header.version)
        if bytes != packagedRoot, try load(name) != bytes { try save(bytes, as: name) }

        let stored = try load(StoreName.role(.root))
        guard stored != bytes else { return }
        if let stored,
            let metadata = try? UnverifiedMetadata(
                stored, file: "root", limits: limits, rule: .repeatedKeysAllowed),
            let older = try? RootMetadata(metadata.signed, limits: limits)
        {
            guard older.header.version <= root.header.version || replacingNewer else { return }
            if root.revokesOnlineKeys(of: older) {
                try remove(StoreName.timestampValidator)
                try remove(StoreName.role(.timestamp))
                try remove(StoreName.role(.snapshot))
            }
        }
        try save(bytes, as: StoreName.role(.root))
    }
}
