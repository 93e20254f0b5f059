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

    func verifier() -> Verifier? {
        Verifier(keyType: keyType, scheme: scheme, publicText: publicText)
    }

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

/// A public key in one of the signature schemes that we check (TUF specification 4.2).
///
/// Keys of other schemes stay in the metadata, but their signatures do not count.
enum Verifier: Sendable {
    /// RFC 8032: the key as 64 hexadecimal digits.
    case ed25519(Curve25519.Signing.PublicKey, bytes: [UInt8])
    /// ECDSA on P-256 with SHA-256 (FIPS 186-4): PEM or the hexadecimal point (X9.63); the signature is DER.
    case ecdsa(P256.Signing.PublicKey)
    /// RSASSA-PSS with SHA-256, MGF1 with SHA-256 and a salt of 32 bytes (RFC 8017 §8.1): PEM of 2048 bits at least.
    case rsa(_RSA.Signing.PublicKey)

    /// Reads the public part of a key in the form of metadata; nil for an unknown scheme, and for what is not a key.
    init?(keyType: String, scheme: String, publicText: String) {
        switch (keyType, scheme) {
        case ("ed25519", "ed25519"):
            guard let bytes = Hex.decode(publicText), bytes.count == 32,
                let key = try? Curve25519.Signing.PublicKey(rawRepresentation: bytes)
            else { return nil }
            self = .ed25519(key, bytes: bytes)
        // Both key types are in use: the specification has the first, older programs write the second.
        case ("ecdsa", "ecdsa-sha2-nistp256"), ("ecdsa-sha2-nistp256", "ecdsa-sha2-nistp256"):
            let key: P256.Signing.PublicKey?
            if let point = Hex.decode(publicText) {
                key = try? P256.Signing.PublicKey(x963Representation: point)
            } else {
                key = try? P256.Signing.PublicKey(pemRepresentation: publicText)
            }
            guard let key else { return nil }
            self = .ecdsa(key)
        case ("rsa", "rsassa-pss-sha256"):
            guard let key = try? _RSA.Signing.PublicKey(pemRepresentation: publicText) else {
                return nil
            }
            self = .rsa(key)
        default: return nil
        }
    }

    /// The key itself, the same for every spelling: two spellings are still one key.
    var material: [UInt8] {
        switch self {
        case .ed25519(_, let bytes): bytes
        case .ecdsa(let key): Array(key.x963Representation)
        case .rsa(let key): Array(key.derRepresentation)
        }
    }

    /// Whether the holder of the private part made this signature; false for bytes of another form.
    func isValid(signature: [UInt8], of message: [UInt8]) -> Bool {
        switch self {
        case .ed25519(let key, _):
            return signature.count == 64 && key.isValidSignature(signature, for: message)
        case .ecdsa(let key):
            guard let signature = try? P256.Signing.ECDSASignature(derRepresentation: signature)
            else { return false }
            return key.isValidSignature(signature, for: message)
        case .rsa(let key):
            return key.isValidSignature(
                _RSA.Signing.RSASignature(rawRepresentation: signature), for: message,
                padding: .PSS)
        }
    }
}
