import JSON

/// A root whose signatures are collected from one person after another; it has none that is invalid or does not count.
package struct PendingRoot: Equatable, Sendable {
    package struct Missing: Equatable, Sendable {
        package let count: Int
        /// The identifiers of the keys that can give them, sorted.
        package let keyIDs: [String]
    }

    package let draft: RootDraft
    private let signed: JSON
    private var signatures: [(keyID: String, hex: String)] = []

    /// Throws ``SigningError`` if a role could never reach its threshold.
    package init(_ draft: RootDraft) throws(SigningError) {
        self.draft = draft
        signed = try draft.signedPart()
    }

    /// Reads a file that ``bytes`` wrote, to add signatures.
    ///
    /// Throws if it does not follow that root, or contains anything that a draft cannot contain: a person who signs must
    /// have seen all of it.
    package init(_ bytes: [UInt8], following previous: [UInt8]) throws(RepositoryError) {
        let name = "pending root"
        let metadata = try UnverifiedMetadata(bytes, file: name, limits: .standard)
        let root = try metadata.decoded(as: name) { (cursor) throws(JSONShapeError) in
            try RootMetadata(cursor, limits: .standard)
        }
        var draft = try RootDraft(following: previous, expires: root.header.expires)
        guard root.header.version == draft.version else {
            throw .version(role: name, expected: draft.version, found: root.header.version)
        }
        draft.consistentSnapshot = root.consistentSnapshot
        draft.root = root.trust(.root).roleKeys
        draft.timestamp = root.trust(.timestamp).roleKeys
        draft.snapshot = root.trust(.snapshot).roleKeys
        draft.targets = root.trust(.targets).roleKeys
        guard let signed = try? draft.signedPart(), (try? signed.canonical()) == metadata.message
        else {
            throw .malformed(file: name, problem: "expected what a root draft says, found more")
        }
        self.draft = draft
        self.signed = signed
        for signature in metadata.signatures { add(signature.keyID, signature.hex) }
    }

    package var bytes: [UInt8] {
        let list = signatures.map { signature -> JSON in
            ["keyid": .string(signature.keyID), "sig": .string(signature.hex)]
        }
        let file: JSON = ["signatures": .array(list), "signed": signed]
        return file.serialized()
    }

    /// The identifiers of the keys that have signed, in their order.
    package var signers: [String] { signatures.map { $0.keyID } }

    /// The signatures that are still needed, by the previous root's rule and by its own.
    package var missing: [Missing] {
        let given = Set(signers)
        return [draft.predecessor, draft.root].compactMap { $0 }.compactMap { role in
            let able = Set(role.keys.map { $0.keyID })
            let count = role.threshold - able.intersection(given).count
            return count > 0 ? Missing(count: count, keyIDs: able.subtracting(given).sorted()) : nil
        }
    }

    package var complete: SignedMetadata? {
        missing.isEmpty ? try? SignedMetadata(bytes, role: .root) : nil
    }

    /// Adds a signature, unless the key has already signed or may not sign.
    package mutating func sign(by key: SigningKey) throws(SigningError) {
        guard let message = try? signed.canonical() else {
            throw .content(role: "root", problem: "expected integers only")
        }
        add(key.publicKey.keyID, try key.signature(over: message))
    }

    private mutating func add(_ keyID: String, _ hex: String) {
        let able = draft.root.keys + (draft.predecessor?.keys ?? [])
        guard !signers.contains(keyID), let message = try? signed.canonical(),
            let verifier = able.first(where: { $0.keyID == keyID })?.verifier(),
            let bytes = Hex.decode(hex), verifier.isValid(signature: bytes, of: message)
        else { return }
        signatures.append((keyID, hex))
    }

    package static func == (left: PendingRoot, right: PendingRoot) -> Bool {
        left.bytes == right.bytes
    }
}
