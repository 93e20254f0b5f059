import JSON

/// A role's signed metadata, which a publisher writes and lists in the next file up.
package struct SignedMetadata: Equatable, Sendable {
    package let role: TopLevelRole
    package let version: Int64
    package let expires: UTCTime
    package let bytes: [UInt8]

    /// Reads metadata that was published before, to list it again; its signatures are not checked.
    package init(_ bytes: [UInt8], role: TopLevelRole) throws(RepositoryError) {
        let metadata = try UnverifiedMetadata(bytes, file: role.rawValue, limits: .standard)
        let header: MetadataHeader
        do {
            header = try MetadataHeader(metadata.signed, type: role)
        } catch {
            throw .malformed(file: role.rawValue, problem: "\(error)")
        }
        self.role = role
        version = header.version
        expires = header.expires
        self.bytes = bytes
    }

    init(
        _ role: TopLevelRole, version: Int64, expires: UTCTime, signed: JSON, keys: [SigningKey]
    ) throws(SigningError) {
        guard MetadataHeader.versions.contains(version) else {
            throw .content(
                role: role.rawValue, problem: "expected a version from 1, found \(version)")
        }
        guard let message = try? signed.canonical() else {
            throw .content(
                role: role.rawValue, problem: "expected integers only, found a decimal number")
        }
        var signatures: [JSON] = []
        var keyIDs: Set<String> = []
        // A key given twice signs once: clients refuse a second signature of one key (4.2.1).
        for key in keys where keyIDs.insert(key.publicKey.keyID).inserted {
            signatures.append([
                "keyid": .string(key.publicKey.keyID),
                "sig": .string(try key.signature(over: message)),
            ])
        }
        self.role = role
        self.version = version
        self.expires = expires
        let file: JSON = ["signatures": .array(signatures), "signed": signed]
        bytes = file.serialized()
    }

    /// The name under `metadata/` (TUF specification 6.2); every client asks for the timestamp's, which has no version.
    package func fileName(consistentSnapshot: Bool = true) -> String {
        switch role {
        case .timestamp: "timestamp.json"
        case .root: "\(version).root.json"
        case .snapshot, .targets:
            consistentSnapshot ? "\(version).\(role.rawValue).json" : "\(role.rawValue).json"
        }
    }

    /// The entry for this file in the next file up: version, length and SHA-256.
    var listing: JSON {
        [
            "version": .integer(version),
            "length": .integer(Int64(bytes.count)),
            "hashes": ["sha256": .string(FileHasher.sha256(of: bytes))],
        ]
    }
}

extension SignedMetadata {
    /// Signs targets metadata (TUF specification 4.5); if two targets have one path, the later one counts.
    package static func targets(
        version: Int64, expires: UTCTime, targets: [TargetFile], keys: [SigningKey]
    ) throws(SigningError) -> SignedMetadata {
        var listed = JSONObject()
        for target in targets { listed[target.path] = target.json }
        return try role(.targets, version, expires, member: "targets", .object(listed), keys: keys)
    }

    /// Signs a snapshot: which targets metadata belongs together (TUF specification 4.4).
    package static func snapshot(
        version: Int64, expires: UTCTime, targets: SignedMetadata, keys: [SigningKey]
    ) throws(SigningError) -> SignedMetadata {
        try role(
            .snapshot, version, expires, member: "meta", ["targets.json": targets.listing],
            keys: keys)
    }

    /// Until it expires an attacker can keep a client from newer metadata without being noticed (TUF specification 4.6).
    package static func timestamp(
        version: Int64, expires: UTCTime, snapshot: SignedMetadata, keys: [SigningKey]
    ) throws(SigningError) -> SignedMetadata {
        try role(
            .timestamp, version, expires, member: "meta", ["snapshot.json": snapshot.listing],
            keys: keys)
    }

    private static func role(
        _ role: TopLevelRole, _ version: Int64, _ expires: UTCTime, member: String, _ value: JSON,
        keys: [SigningKey]
    ) throws(SigningError) -> SignedMetadata {
        var signed = MetadataHeader.json(type: role, version: version, expires: expires)
        signed[member] = value
        return try SignedMetadata(
            role, version: version, expires: expires, signed: .object(signed), keys: keys)
    }
}
