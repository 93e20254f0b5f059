extension Updater {
    /// What is trusted as the files of a repository's `metadata/`, in the order to write them.
    ///
    /// The bytes are those received. The roots are all that the store has without a gap, the packaged one
    /// among them, so that whoever starts from one of them can walk to the newest.
    ///
    /// - Returns: targets, snapshot, roots from the oldest, timestamp; nil where not all four roles are
    ///   trusted, or the timestamp and the snapshot are not of one moment.
    /// - Throws: ``UpdateError/store(_:)`` where the store cannot be read.
    public func trustedFiles() throws(UpdateError) -> [MetadataFile]? {
        guard let set = trusted, let timestamp = set.timestamp, let snapshot = set.snapshot,
            let targets = set.targets, timestamp.snapshot.version == snapshot.header.version,
            let targetsBytes = try load(StoreName.role(.targets)),
            let snapshotBytes = try load(StoreName.role(.snapshot)),
            let timestampBytes = try load(StoreName.role(.timestamp))
        else { return nil }
        func name(_ role: TopLevelRole, _ header: MetadataHeader) -> String {
            set.root.consistentSnapshot
                ? "\(header.version).\(role.rawValue).json" : "\(role.rawValue).json"
        }
        var files = [
            MetadataFile(name: name(.targets, targets.header), bytes: targetsBytes),
            MetadataFile(name: name(.snapshot, snapshot.header), bytes: snapshotBytes),
        ]
        files += try trustedRoots(upTo: set.root.header.version)
        return files + [MetadataFile(name: "timestamp.json", bytes: timestampBytes)]
    }

    /// The path below the targets' base address under which the repository has a target.
    ///
    /// - Parameter target: one of ``targets``.
    /// - Returns: the path, percent-encoded; nil where nothing is trusted, or it would leave the base.
    public func requestPath(of target: TargetFile) -> String? {
        guard let root = trusted?.root else { return nil }
        let path = target.requestPath(consistentSnapshot: root.consistentSnapshot)
        return Self.staysBelowBase(path) ? path : nil
    }

    /// The packaged root, those that an older package has left in the store, and those after it.
    private func trustedRoots(upTo newest: Int64) throws(UpdateError) -> [MetadataFile] {
        guard
            var oldest = try? TrustedMetadataSet(
                trustedRoot: packagedRoot, now: now, limits: limits)
        else { return [] }
        let packaged = oldest.root.header.version
        var roots = [MetadataFile(name: "\(packaged).root.json", bytes: packagedRoot)]
        while oldest.root.header.version > 1 {
            let version = oldest.root.header.version - 1
            guard let bytes = try load(StoreName.rootVersion(version)), let next = roots.first,
                let set = try? TrustedMetadataSet(trustedRoot: bytes, now: now, limits: limits),
                set.root.header.version == version
            else { break }
            var walked = set
            guard (try? walked.updateRoot(next.bytes)) != nil else { break }
            roots.insert(MetadataFile(name: "\(version).root.json", bytes: bytes), at: 0)
            oldest = set
        }
        guard newest > packaged else { return roots }
        for version in packaged + 1...newest {
            // There, or the walk in `loadRoots` would not have come to the newest.
            guard let bytes = try load(StoreName.rootVersion(version)) else { break }
            roots.append(MetadataFile(name: "\(version).root.json", bytes: bytes))
        }
        return roots
    }
}
