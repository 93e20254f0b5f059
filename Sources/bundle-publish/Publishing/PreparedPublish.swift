import TUF

/// Everything a publish writes, signed and in memory.
struct PreparedPublish {
    /// New zips by path below the directory.
    var zips: [String: [UInt8]] = [:]
    /// Every file the repository will vouch for, sorted by path.
    let targets: [TargetFile]
    /// New roots, oldest first.
    var roots: [SignedMetadata] = []
    /// New targets metadata and its snapshot.
    var targetsAndSnapshot: (targets: SignedMetadata, snapshot: SignedMetadata)?
    /// The new timestamp; nil where only roots are new.
    var timestamp: SignedMetadata?
    /// The page for people; nil where what is live stays the same.
    var index: [UInt8]?

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
