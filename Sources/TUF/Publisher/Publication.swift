/// The files that one publish writes: signed metadata, in the order that keeps every client whole.
///
/// If only some roles change, as for a new timestamp over the old snapshot, or for new roots, the others are nil:
/// their files are already in place.
package struct Publication: Equatable, Sendable {
    /// New roots, oldest first.
    package var roots: [MetadataFile]
    package var targets: SignedMetadata?
    package var snapshot: SignedMetadata?
    /// The new timestamp: it makes everything public.
    package var timestamp: SignedMetadata?
    /// The newest root's setting.
    package var consistentSnapshot: Bool

    package init(
        roots: [MetadataFile] = [], targets: SignedMetadata? = nil,
        snapshot: SignedMetadata? = nil, timestamp: SignedMetadata? = nil,
        consistentSnapshot: Bool = true
    ) {
        self.roots = roots
        self.targets = targets
        self.snapshot = snapshot
        self.timestamp = timestamp
        self.consistentSnapshot = consistentSnapshot
    }

    /// In the order of writing, after the target files: before the timestamp is written, clients find everything as it was.
    package var files: [MetadataFile] {
        [targets, snapshot].compactMap(file) + roots + [timestamp].compactMap(file)
    }

    private func file(_ metadata: SignedMetadata?) -> MetadataFile? {
        metadata.map {
            MetadataFile(name: $0.fileName(consistentSnapshot: consistentSnapshot), bytes: $0.bytes)
        }
    }
}
