import TUF

/// Trusted metadata as it lies on the disk, with what is stored kept in memory alone: for finding out what
/// a poll would do.
final class OverlayStore: MetadataStore {
    private let base: MetadataFolder
    /// What was stored, or removed where nil.
    private var changes: [String: [UInt8]?] = [:]

    /// Lays an empty memory over a folder.
    ///
    /// - Parameter base: read, never written.
    init(over base: MetadataFolder) {
        self.base = base
    }

    /// The bytes stored under a file name: those in memory before those on the disk.
    func load(_ name: String, lengthBytesMax: Int) throws(StoreError) -> [UInt8]? {
        if let change = changes[name] { return change }
        return try base.load(name, lengthBytesMax: lengthBytesMax)
    }

    /// Keeps bytes in memory.
    func store(_ bytes: [UInt8], as name: String) {
        changes[name] = .some(bytes)
    }

    /// Forgets a file, in memory.
    func remove(_ name: String) {
        changes[name] = .some(nil)
    }
}
