/// One file of a repository's `metadata/` folder.
public struct MetadataFile: Equatable, Sendable {
    /// The name under `metadata/`: `3.root.json`, `timestamp.json`.
    public let name: String
    /// The whole content.
    public let bytes: [UInt8]

    /// Makes a file.
    ///
    /// - Parameters:
    ///   - name: the name under `metadata/`.
    ///   - bytes: the whole content.
    public init(name: String, bytes: [UInt8]) {
        self.name = name
        self.bytes = bytes
    }
}
