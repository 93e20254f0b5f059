import TUF

/// Trusted metadata as it lies on the disk, with what is stored kept in memory until ``commit()``.
///
/// A refresh stores up to five files; so the disk is waited for once. A process that ends before has not
/// heard of what came, and acts on none of it before. Never committed, it shows what a poll would do.
package final class OverlayStore: MetadataStore {
    private let base: MetadataFolder
    /// What was stored, or removed where nil, in this order; of each name at most a removal and what was stored
    /// after it.
    private var changes: [MetadataFolder.Change] = []

    /// Whether anything is stored or removed that is not on the disk.
    package var hasChanges: Bool { !changes.isEmpty }

    /// Lays an empty memory over a folder.
    ///
    /// - Parameter base: read, and written by ``commit()`` alone.
    package init(over base: MetadataFolder) {
        self.base = base
    }

    /// The bytes stored under a file name: those in memory before those on the disk.
    package func load(_ name: String, lengthBytesMax: Int) throws(StoreError) -> [UInt8]? {
        if let change = changes.last(where: { $0.name == name }) { return change.bytes }
        return try base.load(name, lengthBytesMax: lengthBytesMax)
    }

    /// Keeps bytes in memory.
    package func store(_ bytes: [UInt8], as name: String) { change(name, bytes) }

    /// Forgets a file, in memory.
    package func remove(_ name: String) { change(name, nil) }

    /// Brings what was stored and removed to the disk; nothing where there is nothing new.
    ///
    /// - Throws: `StoreError`; some of it may be there then, and all of it is still in memory.
    package func commit() throws(StoreError) {
        try base.change(changes)
        changes = []
    }

    private func change(_ name: String, _ bytes: [UInt8]?) {
        // What is to be gone goes first, though it comes again: it must not lie beside what replaces it
        // (TUF specification 5.3.11).
        changes.removeAll { $0.name == name && ($0.bytes != nil || bytes == nil) }
        changes.append(MetadataFolder.Change(name: name, bytes: bytes))
    }
}
