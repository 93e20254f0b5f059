/// One file of a repository's `metadata/` folder.
package struct MetadataFile: Equatable, Sendable {
    /// The name under `metadata/`: `3.root.json`, `timestamp.json`.
    package let name: String
    /// The whole content.
    package let bytes: [UInt8]

    /// Makes a file.
    package init(name: String, bytes: [UInt8]) {
        self.name = name
        self.bytes = bytes
    }
}
