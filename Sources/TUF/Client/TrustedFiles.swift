/// Gathers what a client trusts as the files of a repository.
struct TrustedFiles {
    let set: TrustedMetadataSet
    let packagedRoot: [UInt8]
    let store: StoredFiles

    func all() throws(UpdateError) -> [MetadataFile]? {
        guard let timestamp = set.timestamp, let snapshot = set.snapshot,
            let targets = set.targets, timestamp.snapshot.version == snapshot.header.version,
            let targetsBytes = try store.load(.targets),
            let snapshotBytes = try store.load(.snapshot),
            let timestampBytes = try store.load(.timestamp)
        else { return nil }
        let roots = try trustedRoots()
        return [
            MetadataFile(name: name(.targets, targets.header), bytes: targetsBytes),
            MetadataFile(name: name(.snapshot, snapshot.header), bytes: snapshotBytes),
        ] + roots + [MetadataFile(name: "timestamp.json", bytes: timestampBytes)]
    }

    private func name(_ role: TopLevelRole, _ header: MetadataHeader) -> String {
        set.root.consistentSnapshot
            ? "\(header.version).\(role.rawValue).json" : "\(role.rawValue).json"
    }

    /// The packaged root, older ones that an earlier package left in the store, and those after it.
    private func trustedRoots() throws(UpdateError) -> [MetadataFile] {
        guard let start = trustedSet(packagedRoot) else { return [] }
        let packaged = start.root.header.version
        var roots = try rootsBefore(start)
        roots.append(file(packaged, packagedRoot))
        let newest = set.root.header.version
        guard newest > packaged else { return roots }
        for version in packaged + 1...newest {
            // The store has each of them: the walk to the newest root went through them.
            guard let bytes = try store.load(StoredFiles.name(ofRoot: version)) else { break }
            roots.append(file(version, bytes))
        }
        return roots
    }

    /// The stored roots before the packaged one from which a walk leads to it, the oldest first.
    private func rootsBefore(_ packaged: TrustedMetadataSet) throws(UpdateError) -> [MetadataFile] {
        var roots: [MetadataFile] = []
        var next = packagedRoot
        var version = packaged.root.header.version - 1
        while version > 0, let bytes = try store.load(StoredFiles.name(ofRoot: version)),
            var set = trustedSet(bytes), set.root.header.version == version,
            (try? set.updateRoot(next)) != nil
        {
            roots.insert(file(version, bytes), at: 0)
            next = bytes
            version -= 1
        }
        return roots
    }

    private func trustedSet(_ root: [UInt8]) -> TrustedMetadataSet? {
        try? TrustedMetadataSet(trustedRoot: root, now: set.now, limits: set.limits)
    }

    private func file(_ version: Int64, _ bytes: [UInt8]) -> MetadataFile {
        MetadataFile(name: "\(version).root.json", bytes: bytes)
    }
}

/// One file of a repository's `metadata/` folder.
package struct MetadataFile: Equatable, Sendable {
    /// The name under `metadata/`: `3.root.json`, `timestamp.json`.
    package let name: String
    package let bytes: [UInt8]

    package init(name: String, bytes: [UInt8]) {
        self.name = name
        self.bytes = bytes
    }
}
