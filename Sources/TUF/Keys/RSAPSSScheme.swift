import Crypto
import CryptoExtras

/// RSASSA-PSS with SHA-256, MGF1 with SHA-256 and a salt of 32 bytes (RFC 8017 §8.1).
///
/// The key is PEM, from 2048 bits.
struct RSAPSSScheme: SignatureScheme {
    private let key: _RSA.Signing.PublicKey
    let material: [UInt8]

    static func covers(keyType: String, scheme: String) -> Bool {
        keyType == "rsa" && scheme == "rsassa-pss-sha256"
    }

    init?(publicText: String) {
        guard let key = try? _RSA.Signing.PublicKey(pemRepresentation: publicText) else {
            return nil
        }
        self.key = key
        material = Array(key.derRepresentation)
    }

    func isValid(signature: [UInt8], of message: [UInt8]) -> Bool {
        key.isValidSignature(
            _RSA.Signing.RSASignature(rawRepresentation: signature),
            for: message, padding: .PSS)
    }
}
