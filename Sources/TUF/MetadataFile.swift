/// One file of a repository's `metadata/` folder.
package struct MetadataFile: Equatable, Sendable {
    /// The name under `metadata/`: `3.root.json`, `timestamp.json`.
    package let name: String
    package let bytes: [UInt8]

    package init(name: String, bytes: [UInt8]) {
        self.name = name
        self.bytes = bytes
    }
}
