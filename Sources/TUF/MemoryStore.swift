/// A store in memory: for verifying a repository like a new client.
public final class MemoryStore: MetadataStore {
    /// The files, by name.
    public private(set) var files: [String: [UInt8]]

    /// Makes a store.
    ///
    /// - Parameter files: the first files, by name.
    public init(files: [String: [UInt8]] = [:]) {
        self.files = files
    }

    /// The bytes stored under a file name, or nil if there are none.
    ///
    /// - Parameters:
    ///   - name: the file name.
    ///   - lengthBytesMax: more is an error.
    /// - Returns: the bytes, or nil.
    /// - Throws: ``StoreError`` if there are more bytes.
    public func load(_ name: String, lengthBytesMax: Int) throws(StoreError) -> [UInt8]? {
        guard let bytes = files[name] else { return nil }
        guard bytes.count <= lengthBytesMax else {
            throw StoreError(
                "\(name): expected at most \(lengthBytesMax) bytes, found \(bytes.count)")
        }
        return bytes
    }

    /// Stores bytes under a file name.
    ///
    /// - Parameters:
    ///   - bytes: the file's content.
    ///   - name: the file name.
    public func store(_ bytes: [UInt8], as name: String) {
        files[name] = bytes
    }

    /// Removes a file; no error if there is none.
    ///
    /// - Parameter name: the file name.
    public func remove(_ name: String) {
        files[name] = nil
    }
}
