/// A signature scheme: the form of its public keys, and the check of its signatures.
///
/// To add a scheme, add one file with a conforming type and one line in ``Verifier``.
protocol SignatureScheme: Sendable {
    /// Whether a key of this type and scheme belongs here (TUF specification 4.2, KEYTYPE, SCHEME).
    static func covers(keyType: String, scheme: String) -> Bool

    /// Reads the public part in the form of metadata; nil if it is not a key.
    init?(publicText: String)

    /// The key itself, the same for every spelling: two spellings are still one key.
    var material: [UInt8] { get }

    /// Whether the holder of the private part made this signature; false for bytes of another form.
    func isValid(signature: [UInt8], of message: [UInt8]) -> Bool
}

/// A public key in one of the supported schemes.
///
/// Keys of other schemes stay in the metadata, but their signatures do not count.
enum Verifier {
    case ed25519(Ed25519Scheme)
    case ecdsaP256(ECDSAP256Scheme)
    case rsaPSS(RSAPSSScheme)

    /// Reads a key; nil for an unknown scheme, and for what is not a key.
    init?(keyType: String, scheme: String, publicText: String) {
        if Ed25519Scheme.covers(keyType: keyType, scheme: scheme) {
            guard let key = Ed25519Scheme(publicText: publicText) else { return nil }
            self = .ed25519(key)
        } else if ECDSAP256Scheme.covers(keyType: keyType, scheme: scheme) {
            guard let key = ECDSAP256Scheme(publicText: publicText) else { return nil }
            self = .ecdsaP256(key)
        } else if RSAPSSScheme.covers(keyType: keyType, scheme: scheme) {
            guard let key = RSAPSSScheme(publicText: publicText) else { return nil }
            self = .rsaPSS(key)
        } else {
            return nil
        }
    }

    var material: [UInt8] {
        switch self {
        case .ed25519(let key): key.material
        case .ecdsaP256(let key): key.material
        case .rsaPSS(let key): key.material
        }
    }

    func isValid(signature: [UInt8], of message: [UInt8]) -> Bool {
        switch self {
        case .ed25519(let key): key.isValid(signature: signature, of: message)
        case .ecdsaP256(let key): key.isValid(signature: signature, of: message)
        case .rsaPSS(let key): key.isValid(signature: signature, of: message)
        }
    }
}
