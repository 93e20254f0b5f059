import Crypto

/// ECDSA on P-256 with SHA-256 (FIPS 186-4).
///
/// The key is PEM or the hexadecimal point (X9.63), a signature is DER.
struct ECDSAP256Scheme: SignatureScheme {
    private let key: P256.Signing.PublicKey
    let material: [UInt8]

    static func covers(keyType: String, scheme: String) -> Bool {
        // Both key types are in use: the specification has the first, older programs write the
        // second.
        (keyType == "ecdsa" || keyType == "ecdsa-sha2-nistp256") && scheme == "ecdsa-sha2-nistp256"
    }

    init?(publicText: String) {
        let key: P256.Signing.PublicKey?
        if let point = Hex.decode(publicText) {
            key = try? P256.Signing.PublicKey(x963Representation: point)
        } else {
            key = try? P256.Signing.PublicKey(pemRepresentation: publicText)
        }
        guard let key else { return nil }
        self.key = key
        material = Array(key.x963Representation)
    }

    func isValid(signature: [UInt8], of message: [UInt8]) -> Bool {
        guard let signature = try? P256.Signing.ECDSASignature(derRepresentation: signature) else {
            return false
        }
        return key.isValidSignature(signature, for: message)
    }
}
