import JSON

/// The keys that may sign a role's metadata, and how many of them must sign.
struct RoleTrust: Equatable {
    /// The role's key identifiers as listed.
    let keyIDs: [String]
    /// At least 1.
    let threshold: Int
    /// The keys with these identifiers; a key under a wrong identifier does not count.
    let keys: [String: PublicKey]

    /// Reads `keyids`, which refer to a table of keys, and `threshold` of a role.
    init(_ role: JSONCursor, keys table: [String: PublicKey]) throws(JSONShapeError) {
        var keyIDs: [String] = []
        var keys: [String: PublicKey] = [:]
        for cursor in try role.member("keyids").elements() {
            let keyID = try cursor.string()
            keyIDs.append(keyID)
            keys[keyID] = table[keyID]
        }
        self.keyIDs = keyIDs
        self.keys = keys
        threshold = Int(try role.member("threshold").integer(in: 1...Int64(Int32.max)))
    }

    /// Throws unless enough different keys have signed validly (TUF specification 5.3.4, 5.4.2, …).
    func verify(_ metadata: UnverifiedMetadata, role: String) throws(RepositoryError) {
        var counted: Set<[UInt8]> = []
        for signature in metadata.signatures {
            guard let verifier = keys[signature.keyID]?.verifier(),
                !counted.contains(verifier.material),
                let bytes = Hex.decode(signature.hex),
                verifier.isValid(signature: bytes, of: metadata.message)
            else { continue }
            // Count keys, not identifiers: one key under two identifiers is still one vote.
            counted.insert(verifier.material)
            if counted.count >= threshold { return }
        }
        throw .signatures(role: role, valid: counted.count, threshold: threshold)
    }

    func hasRemoved(keyOf other: RoleTrust) -> Bool {
        other.keyIDs.contains { !keyIDs.contains($0) }
    }
}

extension JSONCursor {
    /// The `keys` of a root or a delegation: every key whose identifier is right.
    func keyTable(_ limits: TUFLimits) throws(JSONShapeError) -> [String: PublicKey] {
        let members = try members()
        guard members.count <= limits.keysMax else {
            throw JSONShapeError(
                path: path,
                problem: "expected at most \(limits.keysMax) keys, found \(members.count)")
        }
        var keys: [String: PublicKey] = [:]
        for (keyID, cursor) in members {
            let key = try PublicKey(cursor)
            if key.isIdentified(by: keyID) { keys[keyID] = key }
        }
        return keys
    }
}
