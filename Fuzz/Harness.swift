import Cryptography
import JSON

/// The common part of the harnesses: a repository's keys, made from fixed seeds, and signing.
enum Harness {
    static let now = UTCTime(unixSeconds: 1_772_366_400)
    static let expires = now.advanced(bySeconds: 86_400)

    /// The key that every role trusts.
    static let key = signingKey(1)

    /// Version 1, which trusts `key` for all roles.
    static let root: [UInt8] = {
        let keys = RoleKeys([key.publicKey])
        let draft = RootDraft(expires: expires, root: keys, online: keys)
        return orStop { try draft.signed(by: [key]).bytes }
    }()

    /// A file with this signed part and a valid signature; nil if the part has no canonical form.
    static func signed(_ part: JSON) -> [UInt8]? {
        guard let message = try? part.canonical(),
            let signature = try? key.signature(over: message)
        else { return nil }
        let file: JSON = [
            "signatures": [["keyid": .string(key.publicKey.keyID), "sig": .string(signature)]],
            "signed": part,
        ]
        return file.serialized()
    }

    /// Ends the fuzzing with a finding.
    static func require(_ condition: Bool, _ rule: String) {
        if !condition { fatalError(rule) }
    }

    /// The result of code that cannot fail.
    static func orStop<Value>(_ make: () throws -> Value) -> Value {
        do {
            return try make()
        } catch {
            fatalError("\(error)")
        }
    }

    private static func signingKey(_ seed: UInt8) -> SigningKey {
        orStop {
            let bytes = [UInt8](repeating: seed, count: 32)
            let key = try Curve25519.Signing.PrivateKey(rawRepresentation: bytes)
            let file: JSON = [
                "keytype": "ed25519", "scheme": "ed25519",
                "keyval": [
                    "private": .string(Hex.encode(bytes)),
                    "public": .string(Hex.encode(key.publicKey.rawRepresentation)),
                ],
            ]
            return try SigningKey(keyFile: file.serialized())
        }
    }
}
