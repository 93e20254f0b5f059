import JSON

/// A file that the trusted metadata lists, as far as decisions need it.
package struct ListedTarget: Equatable, Sendable {
    /// Its path below the repository's targets.
    package let path: String
    package let lengthBytes: Int
    /// Its SHA-256 in lower case; nil if the metadata has none.
    package let sha256: String?
    /// The publisher's signed facts, which are not checked yet.
    package let custom: JSON?

    /// States what the metadata lists.
    package init(path: String, lengthBytes: Int, sha256: String?, custom: JSON?) {
        self.path = path
        self.lengthBytes = lengthBytes
        self.sha256 = sha256
        self.custom = custom
    }
}
