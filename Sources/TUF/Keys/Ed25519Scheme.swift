import Crypto

/// Ed25519 (RFC 8032): the key as 64 hexadecimal digits.
struct Ed25519Scheme: SignatureScheme {
    private let key: Curve25519.Signing.PublicKey
    let material: [UInt8]

    static func covers(keyType: String, scheme: String) -> Bool {
        keyType == "ed25519" && scheme == "ed25519"
    }

    init?(publicText: String) {
        guard let bytes = Hex.decode(publicText), bytes.count == 32,
            let key = try? Curve25519.Signing.PublicKey(rawRepresentation: bytes)
        else { return nil }
        self.key = key
        material = bytes
    }

    func isValid(signature: [UInt8], of message: [UInt8]) -> Bool {
        signature.count == 64 && key.isValidSignature(signature, for: message)
    }
}
