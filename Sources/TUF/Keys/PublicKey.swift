import Cryptography
import JSON

/// A public key from metadata (TUF specification 4.2), of a known or unknown type.
public struct PublicKey: Equatable, Sendable {
    /// The key's object in the metadata, with its unknown members.
    public let json: JSON
    /// The type of the key: `ed25519`, `ecdsa` or any other.
    public let keyType: String
    /// The signature scheme: `ed25519`, `ecdsa-sha2-nistp256` or any other.
    public let scheme: String
    /// The public part in the form of the scheme.
    public let publicText: String
    /// SHA-256 of the canonical form of the whole object, in lower-case hexadecimal.
    public let keyID: String

    /// Makes a key from its parts.
    public init(keyType: String, scheme: String, publicText: String) {
        let json = Self.object(keyType: keyType, scheme: scheme, publicText: publicText)
        self.json = json
        self.keyType = keyType
        self.scheme = scheme
        self.publicText = publicText
        keyID = Self.hash(json) ?? ""
    }

    /// Reads a key from metadata.
    ///
    /// - Throws: `JSONShapeError` if a member of every key is missing or of another kind.
    init(_ cursor: JSONCursor) throws(JSONShapeError) {
        json = cursor.value
        keyType = try cursor.member("keytype").string()
        scheme = try cursor.member("scheme").string()
        // A key of an unknown type may have other members; only `keyval` is common to all.
        publicText = try cursor.member("keyval").optional("public")?.value.stringValue ?? ""
        guard let hash = Self.hash(json) else { throw cursor.mismatch("integers only") }
        keyID = hash
    }

    /// Whether this is the key's identifier (4.2: clients must calculate it).
    ///
    /// Some programs add their own members after they made the identifier. So the hash of only the
    /// specified members is accepted, too: it names the same key.
    func isIdentified(by keyID: String) -> Bool {
        let keyID = Hex.lowercased(keyID)
        if keyID == self.keyID { return true }
        let plain = Self.object(keyType: keyType, scheme: scheme, publicText: publicText)
        return keyID == Self.hash(plain)
    }

    /// The key in its scheme; nil if we cannot check this scheme or key.
    func verifier() -> Verifier? {
        Verifier(keyType: keyType, scheme: scheme, publicText: publicText)
    }

    /// Whether a signature is this key's; false for a key that we cannot check.
    package func verifies(_ signature: [UInt8], of message: [UInt8]) -> Bool {
        verifier()?.isValid(signature: signature, of: message) ?? false
    }

    private static func object(keyType: String, scheme: String, publicText: String) -> JSON {
        [
            "keytype": .string(keyType), "keyval": ["public": .string(publicText)],
            "scheme": .string(scheme),
        ]
    }

    private static func hash(_ json: JSON) -> String? {
        guard let canonical = try? json.canonical() else { return nil }
        return Hex.encode(SHA256.hash(data: canonical))
    }
}
