import TUF

/// Everything a publish writes, signed and in memory.
package struct PreparedPublish {
    /// New zips, and the record, by path below the directory.
    var zips: [String: PublishFile.Content] = [:]
    /// Every file the repository will vouch for, sorted by path.
    let targets: [TargetFile]
    /// The record's file; nil if only the timestamp or roots are new.
    var recordBytes: [UInt8]?
    var roots: [SignedMetadata] = []
    var targetsAndSnapshot: (targets: SignedMetadata, snapshot: SignedMetadata)?
    /// The new timestamp; nil if only roots are new.
    var timestamp: SignedMetadata?

    /// All files in the order of their writing.
    ///
    /// 1. zips, each under its own hash; `<version>.targets.json`, `<version>.snapshot.json`;
    /// 2. the pages for people;
    /// 3. new roots, oldest first: agents take them at once;
    /// 4. `timestamp.json`: from its replacement on, everything is new.
    ///
    /// If the publish is stopped before the last step, agents see what was live before, and the next
    /// publish starts again with a higher version. There is one exception: between a root that replaces the
    /// online key and the timestamp, agents can use neither state, and keep what they have.
    ///
    /// - Returns: the files that agents request only after the timestamp names them, in any order; and the
    ///   files that agents request by their names alone, in this order.
    func files(isFirst: Bool) -> (unasked: [PublishFile], awaited: [PublishFile]) {
        let metadata = metadata.map {
            PublishFile(path: "metadata/\($0.name)", bytes: $0.bytes)
        }
        let isAwaited = { (file: PublishFile) in
            file.path == PublishFile.timestampPath
                || (file.path.hasSuffix(".root.json") && !isFirst)
        }
        let zips = zips.sorted { $0.key < $1.key }
            .map { PublishFile(path: $0.key, content: $0.value) }
        return (zips + metadata.filter { !isAwaited($0) }, metadata.filter(isAwaited))
    }

    /// The files under `metadata/` in the order to write them; the last one is the commit.
    var metadata: [MetadataFile] {
        guard let timestamp else {
            return roots.map { MetadataFile(name: $0.fileName(), bytes: $0.bytes) }
        }
        return Publication(
            roots: roots, targets: targetsAndSnapshot?.targets,
            snapshot: targetsAndSnapshot?.snapshot, timestamp: timestamp
        ).files
    }
}
