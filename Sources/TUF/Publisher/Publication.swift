/// What one publishing writes: signed metadata in the order that keeps every client whole.
///
/// Where only some roles change, as for a new timestamp over the old snapshot, the others are nil: their
/// files are in place already.
public struct Publication: Equatable, Sendable {
    /// New roots, oldest first.
    public var roots: [SignedMetadata]
    /// New targets metadata.
    public var targets: SignedMetadata?
    /// A new snapshot.
    public var snapshot: SignedMetadata?
    /// The new timestamp: the switch.
    public var timestamp: SignedMetadata
    /// What the newest root says.
    public var consistentSnapshot: Bool

    /// Puts signed metadata together.
    ///
    /// - Parameters:
    ///   - roots: new roots, oldest first.
    ///   - targets: new targets metadata.
    ///   - snapshot: a new snapshot.
    ///   - timestamp: the new timestamp.
    ///   - consistentSnapshot: what the newest root says.
    public init(
        roots: [SignedMetadata] = [], targets: SignedMetadata? = nil,
        snapshot: SignedMetadata? = nil, timestamp: SignedMetadata, consistentSnapshot: Bool = true
    ) {
        self.roots = roots
        self.targets = targets
        self.snapshot = snapshot
        self.timestamp = timestamp
        self.consistentSnapshot = consistentSnapshot
    }

    /// The files under `metadata/` in the order to write them, once all target files are there.
    ///
    /// Targets, snapshot, roots, and the timestamp last: until that one is written, clients find
    /// everything as it was; from then on, everything new is there.
    public var files: [MetadataFile] {
        ([targets, snapshot] + roots + [timestamp]).compactMap { $0 }.map { metadata in
            MetadataFile(
                name: metadata.fileName(consistentSnapshot: consistentSnapshot),
                bytes: metadata.bytes)
        }
    }
}
