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
struct Verifier: Sendable {
    /// As ``SignatureScheme/material``.
    let material: [UInt8]
    private let check: @Sendable (_ signature: [UInt8], _ message: [UInt8]) -> Bool

    /// Reads a key; nil for an unknown scheme, and for what is not a key.
    static func of(keyType: String, scheme: String, publicText: String) -> Verifier? {
        func read<Scheme: SignatureScheme>(_ type: Scheme.Type) -> Verifier? {
            guard type.covers(keyType: keyType, scheme: scheme) else { return nil }
            return type.init(publicText: publicText).map { Verifier($0) }
        }
        return read(Ed25519Scheme.self) ?? read(ECDSAP256Scheme.self) ?? read(RSAPSSScheme.self)
    }

    private init(_ key: some SignatureScheme) {
        material = key.material
        check = { key.isValid(signature: $0, of: $1) }
    }

    /// As ``SignatureScheme/isValid(signature:of:)``.
    func isValid(signature: [UInt8], of message: [UInt8]) -> Bool { check(signature, message) }
}
