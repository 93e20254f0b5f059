import JSON

/// A snapshot's signed part: the version of every targets role (TUF specification 4.4).
struct SnapshotMetadata {
    let header: MetadataHeader
    /// By file name, `targets.json`; names differ by code point.
    private let meta: JSONObject
    private let files: [MetaFile]

    init(_ signed: JSONCursor) throws(JSONShapeError) {
        header = try MetadataHeader(signed, type: .snapshot)
        var meta = JSONObject()
        var files: [MetaFile] = []
        for (at, member) in try signed.member("meta").members().enumerated() {
            files.append(try MetaFile(member.cursor))
            meta[member.key] = .integer(Int64(at))
        }
        self.meta = meta
        self.files = files
    }

    func file(of role: String) -> MetaFile? { file(named: "\(role).json") }

    /// Throws if the other snapshot lacks a role that is listed here, or lists an older version (5.5.5).
    func verifySuccessor(_ next: SnapshotMetadata) throws(RepositoryError) {
        for (name, file) in zip(meta.keys, files) {
            guard let successor = next.file(named: name) else {
                throw .removedFromSnapshot(role: name)
            }
            guard successor.version >= file.version else {
                throw .rollback(role: name, trusted: file.version, found: successor.version)
            }
        }
    }

    private func file(named name: String) -> MetaFile? {
        meta[name]?.integerValue.map { files[Int($0)] }
    }
}

/// A timestamp's signed part: which snapshot is the newest (TUF specification 4.6).
struct TimestampMetadata {
    let header: MetadataHeader
    let snapshot: MetaFile

    init(_ signed: JSONCursor) throws(JSONShapeError) {
        header = try MetadataHeader(signed, type: .timestamp)
        snapshot = try MetaFile(signed.member("meta").member("snapshot.json"))
    }
}

/// How a timestamp or snapshot lists another metadata file (TUF specification 4.4).
struct MetaFile: Equatable {
    let version: Int64
    /// Nil if no length is listed.
    let lengthBytes: Int?
    /// Empty if no hash is listed.
    let hashes: ListedHashes

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
