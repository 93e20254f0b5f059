import Crypto
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
    /// - Parameter bytes: the file.
    /// - Throws: ``KeyFileError``, which does not quote the file.
    package init(keyFile bytes: [UInt8]) throws(KeyFileError) {
        guard let json = try? JSON.parse(bytes, limits: JSONLimits(lengthBytesMax: 8_192)) else {
            throw .notJSON
        }
        guard json["keytype"]?.stringValue == "ed25519", json["scheme"]?.stringValue == "ed25519"
        else { throw .unknownScheme }
        guard let privateText = json["keyval"]?["private"]?.stringValue,
            let privateBytes = Hex.decode(privateText), privateBytes.count == 32,
            let key = try? Curve25519.Signing.PrivateKey(rawRepresentation: privateBytes)
        else { throw .noPrivatePart }
        guard let publicText = json["keyval"]?["public"]?.stringValue,
            Hex.decode(publicText) == Array(key.publicKey.rawRepresentation)
        else { throw .otherPublicPart }
        self.key = key
    }

    /// The key file: JSON with `keytype`, `scheme` and both halves in `keyval`; keep it secret.
    ///
    /// - Returns: the file's bytes.
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

    /// An empty mirror.
    package var customMirror: Mirror { Mirror(self, children: []) }
}

/// Why a file is not a key file.
package enum KeyFileError: Error, Equatable, Sendable, CustomStringConvertible {
    /// It is not JSON, or too long.
    case notJSON
    /// Its `keytype` or `scheme` is not `ed25519`.
    case unknownScheme
    /// It has no `keyval.private` of 32 bytes in hexadecimal.
    case noPrivatePart
    /// Its `keyval.public` does not belong to the private part.
    case otherPublicPart

    /// The sentence: what was expected, what was found.
    package var description: String {
        switch self {
        case .notJSON: "key: expected a key file in JSON, found something else"
        case .unknownScheme: "key: expected keytype and scheme \"ed25519\", found others"
        case .noPrivatePart: "key: expected 64 hexadecimal digits as keyval.private, found others"
        case .otherPublicPart: "key: expected keyval.public to belong to the private part"
        }
    }
}
