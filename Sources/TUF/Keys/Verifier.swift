import Cryptography

/// A public key in one of the signature schemes that we check (TUF specification 4.2).
///
/// Keys of other schemes stay in the metadata, but their signatures do not count.
enum Verifier: Sendable {
    /// RFC 8032: the key as 64 hexadecimal digits.
    case ed25519(Curve25519.Signing.PublicKey, bytes: [UInt8])
    /// ECDSA on P-256 with SHA-256 (FIPS 186-4): the key as PEM or as the hexadecimal point (X9.63), the signature as
    /// DER.
    case ecdsa(P256.Signing.PublicKey)
    /// RSASSA-PSS with SHA-256, MGF1 with SHA-256 and a salt of 32 bytes (RFC 8017 §8.1): the key as PEM, from 2048
    /// bits.
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
