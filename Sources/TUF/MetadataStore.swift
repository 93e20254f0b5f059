/// Stores a client's trusted metadata: bytes as received, under names without versions.
///
/// A stored file is always whole or absent; `root.json`, `timestamp.json` and the others are never
/// half written.
public protocol MetadataStore: AnyObject {
    /// The bytes stored under a file name, or nil if there are none.
    ///
    /// - Parameters:
    ///   - name: a file name without folders, for example `timestamp.json`.
    ///   - lengthBytesMax: a longer file is an error: we did not write it.
    /// - Returns: the bytes, or nil.
    /// - Throws: ``StoreError`` if the store cannot be read.
    func load(_ name: String, lengthBytesMax: Int) throws(StoreError) -> [UInt8]?

    /// Stores bytes under a file name and waits for the disk.
    ///
    /// A store in memory is allowed if its owner writes everything to the disk before it acts on
    /// any of it.
    ///
    /// - Throws: ``StoreError`` if the store cannot be written; then the old file is still there.
    func store(_ bytes: [UInt8], as name: String) throws(StoreError)

    /// Removes a file; no error if there is none.
    ///
    /// - Parameter name: a file name without folders.
    /// - Throws: ``StoreError`` if the store cannot be written.
    func remove(_ name: String) throws(StoreError)
}

/// Why the store failed.
public struct StoreError: Error, Equatable, Sendable, CustomStringConvertible {
    /// What was tried, and the system's message.
    public let description: String

    /// Makes an error.
    public init(_ description: String) {
        self.description = description
    }
}
