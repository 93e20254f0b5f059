/// A store in memory: for verifying a repository like a new client.
public final class MemoryStore: MetadataStore {
    /// The files, by name.
    public private(set) var files: [String: [UInt8]]

    /// Makes a store.
    public init(files: [String: [UInt8]] = [:]) {
        self.files = files
    }

    /// The bytes stored under a file name, or nil if there are none.
    public func load(_ name: String, lengthBytesMax: Int) throws(StoreError) -> [UInt8]? {
        guard let bytes = files[name] else { return nil }
        guard bytes.count <= lengthBytesMax else {
            throw StoreError(
                "\(name): expected at most \(lengthBytesMax) bytes, found \(bytes.count)")
        }
        return bytes
    }

    /// Stores bytes under a file name.
    public func store(_ bytes: [UInt8], as name: String) {
        files[name] = bytes
    }

    /// Removes a file; no error if there is none.
    public func remove(_ name: String) {
        files[name] = nil
    }
}
