/// One way of signing: how its public keys are written and its signatures checked.
///
/// A further scheme is one more file with a conforming type and one more line in ``schemes``.
protocol SignatureScheme: Sendable {
    /// Whether a key of this type and scheme is one of these (TUF specification 4.2, KEYTYPE,
    /// SCHEME).
    static func covers(keyType: String, scheme: String) -> Bool

    /// Reads the public part as metadata writes it; nil if it is not a key.
    init?(publicText: String)

    /// The key itself, the same however it was written: two spellings are still one key.
    var material: [UInt8] { get }

    /// Whether the holder of the private part made this signature; false for bytes of any other
    /// shape.
    func isValid(signature: [UInt8], of message: [UInt8]) -> Bool
}

/// Every scheme that counts; keys of others are kept in metadata and vouch for nothing.
let schemes: [any SignatureScheme.Type] = [
    Ed25519Scheme.self, ECDSAP256Scheme.self, RSAPSSScheme.self,
]
