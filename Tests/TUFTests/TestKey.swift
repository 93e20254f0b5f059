import Cryptography
import JSON
import TUF

/// A key pair to build repositories with; the same number makes the same key.
struct TestKey: Sendable {
    let json: JSON
    let keyID: String
    let sign: @Sendable ([UInt8]) -> [UInt8]

    static func ed25519(_ number: UInt8, upperCase: Bool = false) -> TestKey {
        let seed = [UInt8](repeating: number, count: 32)
        // Every 32 bytes are an Ed25519 seed.
        guard let key = try? Curve25519.Signing.PrivateKey(rawRepresentation: seed) else {
            preconditionFailure("32 bytes")
        }
        let hex = hexText(Array(key.publicKey.rawRepresentation))
        return TestKey(
            PublicKey(
                keyType: "ed25519", scheme: "ed25519",
                publicText: upperCase ? hex.uppercased() : hex)
        ) { (try? key.signature(for: $0)).map(Array.init) ?? [] }
    }

    static func p256(_ number: UInt8, asHex: Bool = false, keyType: String = "ecdsa") -> TestKey {
        guard let pair = SigningPair(p256: number) else { preconditionFailure("not zero") }
        return TestKey(
            PublicKey(
                keyType: keyType, scheme: "ecdsa-sha2-nistp256",
                publicText: asHex ? hexText(pair.publicKeyInfo.suffix(65)) : pair.pem)
        ) { pair.sign($0) }
    }

    /// Of an unknown type; it "signs" all the same.
    static let unknown = TestKey(
        PublicKey(keyType: "sphinx", scheme: "riddle", publicText: "what walks on four legs")
    ) { _ in [1, 2, 3] }

    init(_ key: PublicKey, sign: @escaping @Sendable ([UInt8]) -> [UInt8]) {
        self.init(json: key.json, keyID: key.keyID, sign: sign)
    }

    private init(json: JSON, keyID: String, sign: @escaping @Sendable ([UInt8]) -> [UInt8]) {
        self.json = json
        self.keyID = keyID
        self.sign = sign
    }

    /// The same key under another identifier, or written otherwise.
    func renamed(_ keyID: String, json: JSON? = nil) -> TestKey {
        TestKey(json: json ?? self.json, keyID: keyID, sign: sign)
    }
}

func hexText(_ bytes: some Sequence<UInt8>) -> String {
    bytes.map { byte in
        let digits = String(byte, radix: 16)
        return byte < 16 ? "0\(digits)" : digits
    }.joined()
}

func sha256(_ bytes: [UInt8]) -> String { hexText(Array(SHA256.hash(data: bytes))) }
func sha512(_ bytes: [UInt8]) -> String { hexText(Array(SHA512.hash(data: bytes))) }
