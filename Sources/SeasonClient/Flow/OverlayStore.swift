import TUF

/// A store of trusted metadata that takes several changes at once.
package protocol TrustedFilesStore: MetadataStore {
    /// For each name at most one removal, and after it one write; after an error a file has its old or its new content.
    func change(_ changes: [MetadataChange]) throws(StoreError)
}

/// A file to write, or to remove if it has no bytes.
package typealias MetadataChange = (name: String, bytes: [UInt8]?)

/// Trusted metadata that is stored, with changes that stay in memory until ``commit()``.
///
/// A refresh stores up to five files, so with this store it waits for the disk only once. If the process
/// ends before that, it has not acted on the new metadata. Without a commit, the store serves to show what
/// a poll would do.
package final class OverlayStore: MetadataStore {
    private let base: any TrustedFilesStore
    /// In their order, nil for removed ones; for each name at most one removal, and after it one write.
    private var changes: [MetadataChange] = []

    var hasChanges: Bool { !changes.isEmpty }

    package init(over base: any TrustedFilesStore) {
        self.base = base
    }

    package func load(_ name: String, lengthBytesMax: Int) throws(StoreError) -> [UInt8]? {
        if let change = changes.last(where: { $0.name == name }) { return change.bytes }
        return try base.load(name, lengthBytesMax: lengthBytesMax)
    }

    package func store(_ bytes: [UInt8], as name: String) { change(name, bytes) }

    package func remove(_ name: String) { change(name, nil) }

    /// Writes all changes, if there are any; after an error some may be stored, and all are still in memory.
    package func commit() throws(StoreError) {
        try base.change(changes)
        changes = []
    }

    private func change(_ name: String, _ bytes: [UInt8]?) {
        // Remove old files first, even if they come again: they must not lie next to the files that
        // replace them (TUF specification 5.3.11).
        changes.removeAll { $0.name == name && ($0.bytes != nil || bytes == nil) }
        changes.append((name, bytes))
    }
}

extension MemoryStore: TrustedFilesStore {
    package func change(_ changes: [MetadataChange]) {
        for change in changes {
            guard let bytes = change.bytes else {
                remove(change.name)
                continue
            }
            store(bytes, as: change.name)
        }
    }
}
