/// A signature scheme: the form of its public keys, and the check of its signatures.
///
/// To add a scheme, add one file with a conforming type and one line in ``schemes``.
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

/// All supported schemes.
///
/// Keys of other schemes stay in the metadata, but their signatures do not count.
let schemes: [any SignatureScheme.Type] = [
    Ed25519Scheme.self, ECDSAP256Scheme.self, RSAPSSScheme.self,
]
