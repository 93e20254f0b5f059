/// Stores a client's trusted metadata: bytes as received, under names without versions, always whole or absent.
public protocol MetadataStore: AnyObject {
    /// The bytes stored under a file name, such as `timestamp.json`, or nil if there are none.
    ///
    /// - Throws: ``StoreError`` if the store cannot be read, and for a longer file, which we did not write.
    func load(_ name: String, lengthBytesMax: Int) throws(StoreError) -> [UInt8]?

    /// Stores bytes under a file name and waits for the disk; after an error the old file is still there.
    ///
    /// A store in memory is allowed if its owner writes everything to the disk before it acts on any of it.
    func store(_ bytes: [UInt8], as name: String) throws(StoreError)

    /// Removes a file; no error if there is none.
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
