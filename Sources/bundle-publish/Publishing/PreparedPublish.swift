import TUF

/// Everything a publish writes, signed and in memory.
struct PreparedPublish {
    /// New zips by path below the directory.
    var zips: [String: PublishFile.Content] = [:]
    /// Every file the repository will vouch for, sorted by path.
    let targets: [TargetFile]
    /// New roots, oldest first.
    var roots: [SignedMetadata] = []
    /// New targets metadata and its snapshot.
    var targetsAndSnapshot: (targets: SignedMetadata, snapshot: SignedMetadata)?
    /// The new timestamp; nil where only roots are new.
    var timestamp: SignedMetadata?
    /// The pages for people; none where what is live stays the same.
    var pages: [PublishFile] = []

    /// Every file, in the order that is the commit.
    ///
    /// 1. zips, each under its own hash;
    /// 2. the pages for people;
    /// 3. `<version>.targets.json`, `<version>.snapshot.json`: nobody asks for them yet;
    /// 4. new roots, oldest first: agents take them at once;
    /// 5. `timestamp.json`: from its replacement on, everything is new.
    ///
    /// Stopped anywhere before the last step, agents see what was live before, and the next publish starts
    /// over with a higher version. Only between a root that replaces the online key and the timestamp they
    /// can take neither, and keep what they have.
    var files: [PublishFile] {
        zips.sorted { $0.key < $1.key }.map { PublishFile(path: $0.key, content: $0.value) }
            + pages
            + metadata.map { PublishFile(path: "metadata/\($0.name)", bytes: $0.bytes) }
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
