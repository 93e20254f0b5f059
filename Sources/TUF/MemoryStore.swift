/// A store that forgets everything with the process: for verifying a repository as a new client would.
public final class MemoryStore: MetadataStore {
    /// What is stored, by file name.
    public private(set) var files: [String: [UInt8]]

    /// Makes a store.
    ///
    /// - Parameter files: what is in it already, by file name.
    public init(files: [String: [UInt8]] = [:]) {
        self.files = files
    }

    /// The bytes stored under a file name, or nil where there are none.
    ///
    /// - Parameters:
    ///   - name: the file name.
    ///   - lengthBytesMax: more is an error.
    /// - Returns: the bytes, or nil.
    /// - Throws: ``StoreError`` where there are more bytes.
    public func load(_ name: String, lengthBytesMax: Int) throws(StoreError) -> [UInt8]? {
        guard let bytes = files[name] else { return nil }
        guard bytes.count <= lengthBytesMax else {
            throw StoreError(
                "\(name): expected at most \(lengthBytesMax) bytes, found \(bytes.count)")
        }
        return bytes
    }

    /// Puts bytes under a file name.
    ///
    /// - Parameters:
    ///   - bytes: the file's content.
    ///   - name: the file name.
    public func store(_ bytes: [UInt8], as name: String) {
        files[name] = bytes
    }

    /// Removes a file; no error where there is none.
    ///
    /// - Parameter name: the file name.
    public func remove(_ name: String) {
        files[name] = nil
    }
}
