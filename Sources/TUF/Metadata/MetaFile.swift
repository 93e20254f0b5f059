import JSON

/// How a timestamp or snapshot lists another metadata file (TUF specification 4.4).
struct MetaFile: Equatable {
    let version: Int64
    /// Nil if no length is listed.
    let lengthBytes: Int?
    /// Empty if no hash is listed.
    let hashes: ListedHashes

    init(version: Int64, lengthBytes: Int?, hashes: ListedHashes) {
        self.version = version
        self.lengthBytes = lengthBytes
        self.hashes = hashes
    }

    init(_ cursor: JSONCursor) throws(JSONShapeError) {
        version = try cursor.member("version").integer(in: MetadataHeader.versions)
        lengthBytes = try cursor.optional("length").map { (cursor) throws(JSONShapeError) in
            // Where an Int has 32 bits, a longer file is longer than any limit all the same.
            Int(clamping: try cursor.integer(in: 1...Int64.max))
        }
        hashes = try cursor.optional("hashes")?.hashes() ?? [:]
    }

    /// Throws if the bytes differ from the listed length or from a listed hash.
    func verify(_ bytes: [UInt8], file: String) throws(RepositoryError) {
        if let lengthBytes, lengthBytes != bytes.count {
            throw .length(file: file, expected: lengthBytes, found: bytes.count)
        }
        guard !hashes.isEmpty else { return }
        var hasher = FileHasher(for: hashes)
        bytes.withUnsafeBytes { hasher.update($0) }
        try hasher.verify(hashes, file: file)
    }
}
