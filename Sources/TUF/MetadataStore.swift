/// Where a client keeps its trusted metadata: bytes as received, under unversioned names.
///
/// A stored file is whole or absent whatever happens in between; `root.json`, `timestamp.json` and the
/// others are never half written.
public protocol MetadataStore {
    /// The bytes stored under a file name, or nil where there are none.
    ///
    /// - Parameters:
    ///   - name: a file name without folders, `timestamp.json` for one.
    ///   - lengthBytesMax: more is an error: the file is not one we wrote.
    /// - Returns: the bytes, or nil.
    /// - Throws: ``StoreError`` where the store cannot be read.
    func load(_ name: String, lengthBytesMax: Int) throws(StoreError) -> [UInt8]?

    /// Puts bytes under a file name, durably and at once; or in memory, where the owner brings everything to
    /// the disk before acting on any of it.
    ///
    /// - Parameters:
    ///   - bytes: the file's content.
    ///   - name: a file name without folders.
    /// - Throws: ``StoreError`` where the store cannot be written; what was there is still there then.
    func store(_ bytes: [UInt8], as name: String) throws(StoreError)

    /// Removes a file; no error where there is none.
    ///
    /// - Parameter name: a file name without folders.
    /// - Throws: ``StoreError`` where the store cannot be written.
    func remove(_ name: String) throws(StoreError)
}

/// Why the store did not do what it was asked to.
public struct StoreError: Error, Equatable, Sendable, CustomStringConvertible {
    /// What was tried and what the system said.
    public let description: String

    /// Keeps the sentence.
    ///
    /// - Parameter description: what was tried and what the system said.
    public init(_ description: String) {
        self.description = description
    }
}
