import Cryptography
import JSON

/// An Ed25519 key; it has no description and no children in a mirror, so no message or dump can show it.
package struct SigningKey: Sendable, CustomReflectable {
    private let key: Curve25519.Signing.PrivateKey

    package init() {
        key = Curve25519.Signing.PrivateKey()
    }

    /// Reads what ``encoded()`` wrote; a final newline and other members are accepted, and errors do not quote the file.
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

    package var publicKey: PublicKey {
        PublicKey(
            keyType: "ed25519", scheme: "ed25519",
            publicText: Hex.encode(key.publicKey.rawRepresentation))
    }

    func signature(over message: [UInt8]) throws(SigningError) -> String {
        guard let signature = try? key.signature(for: message) else {
            throw .key(keyID: publicKey.keyID)
        }
        return Hex.encode(signature)
    }

    package var customMirror: Mirror { Mirror(self, children: []) }
}

/// Why metadata was not signed, or a key cannot sign.
package enum SigningError: Error, Equatable, Sendable, CustomStringConvertible {
    /// Fewer of the role's keys were given than must sign.
    case threshold(role: String, given: Int, needed: Int)
    /// Root would trust fewer keys for a role than must sign.
    case unreachableThreshold(role: String, keys: Int, threshold: Int)
    /// A role's content that has no canonical form, or a version no client takes.
    case content(role: String, problem: String)
    case key(keyID: String)
    /// A file that is not a key file.
    case keyFile(problem: String)

    package var description: String {
        switch self {
        case .threshold(let role, let given, let needed):
            "\(role): expected \(needed) of its keys to sign, found \(given)"
        case .unreachableThreshold(let role, let keys, let threshold):
            "\(role): expected a threshold from 1 to its \(keys) keys, found \(threshold)"
        case .content(let role, let problem): "\(role): \(problem)"
        case .keyFile(let problem): "key: \(problem)"
        case .key(let keyID): "key \(keyID): expected it to sign, found that it cannot"
        }
    }
}
