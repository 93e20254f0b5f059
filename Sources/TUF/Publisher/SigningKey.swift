import Cryptography
import JSON

/// A private key for signing metadata: Ed25519.
///
/// It has no description and no children in a mirror, so no message or dump can show it.
package struct SigningKey: Sendable, CustomReflectable {
    private let key: Curve25519.Signing.PrivateKey

    /// Makes a new key from the system's randomness.
    package init() {
        key = Curve25519.Signing.PrivateKey()
    }

    /// Reads a key file that ``encoded()`` wrote; a final newline and other members are accepted.
    ///
    /// - Throws: ``SigningError/keyFile(problem:)``, which does not quote the file.
    package init(keyFile bytes: [UInt8]) throws(SigningError) {
        guard let json = try? JSON.parse(bytes, limits: JSONLimits(lengthBytesMax: 8_192)) else {
            throw .keyFile(problem: "expected a key file in JSON, found something else")
        }
        guard json["keytype"]?.stringValue == "ed25519", json["scheme"]?.stringValue == "ed25519"
        else {
            throw .keyFile(problem: "expected keytype and scheme \"ed25519\", found others")
        }
        guard let privateText = json["keyval"]?["private"]?.stringValue,
            let privateBytes = Hex.decode(privateText), privateBytes.count == 32,
            let key = try? Curve25519.Signing.PrivateKey(rawRepresentation: privateBytes)
        else {
            throw .keyFile(
                problem: "expected 64 hexadecimal digits as keyval.private, found others")
        }
        guard let publicText = json["keyval"]?["public"]?.stringValue,
            Hex.decode(publicText) == Array(key.publicKey.rawRepresentation)
        else {
            throw .keyFile(problem: "expected keyval.public to belong to the private part")
        }
        self.key = key
    }

    /// The key file: JSON with `keytype`, `scheme` and both halves in `keyval`; keep it secret.
    package func encoded() -> [UInt8] {
        let json: JSON = [
            "keytype": "ed25519",
            "scheme": "ed25519",
            "keyval": [
                "public": .string(Hex.encode(key.publicKey.rawRepresentation)),
                "private": .string(Hex.encode(key.rawRepresentation)),
            ],
        ]
        return json.serialized(.indented)
    }

    /// The public half, which root names.
    package var publicKey: PublicKey {
        PublicKey(
            keyType: "ed25519", scheme: "ed25519",
            publicText: Hex.encode(key.publicKey.rawRepresentation))
    }

    /// The hexadecimal signature over a message.
    func signature(over message: [UInt8]) throws(SigningError) -> String {
        guard let signature = try? key.signature(for: message) else {
            throw .key(keyID: publicKey.keyID)
        }
        return Hex.encode(signature)
    }

    package var customMirror: Mirror { Mirror(self, children: []) }
}
