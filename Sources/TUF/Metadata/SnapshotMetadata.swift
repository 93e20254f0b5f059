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

    /// The entry of a role, or nil if it is not listed.
    func file(of role: String) -> MetaFile? { file(named: "\(role).json") }

    /// Throws if the other snapshot lacks a role that is listed here, or lists an older version
    /// (5.5.5).
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
