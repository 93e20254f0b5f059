import JSON
import SeasonAuthoring
import TUF

/// A key file: the public half in the open, and the private half plain, sealed or absent.
package struct KeyFile {
    package enum Secret {
        case plain(SigningKey)
        case sealed(KeySeal)
        /// Another person has it.
        case absent
    }

    package let place: String
    package let publicKey: PublicKey
    package let secret: Secret

    /// Reads a key file; its private half may still be sealed.
    ///
    /// Throws if others can read the file.
    package static func read(
        _ file: SecretFile, mayBePublic: Bool = false, remedy: Advice? = nil
    ) throws(PublishError) -> KeyFile {
        let bytes = try file.read("key", remedy: remedy, mayBePublic: mayBePublic)
        let key = try KeyFile(bytes, from: file.path)
        if case .absent = key.secret, !mayBePublic {
            throw Self.lacksPrivateHalf(file.path, remedy: "name the file without .pub")
        }
        return key
    }

    /// Reads the key in an environment variable; nil if that is empty or not set.
    static func given(_ text: String?, in variable: String) throws(PublishError) -> KeyFile? {
        guard let text, !text.isEmpty else { return nil }
        return try KeyFile(Array(text.utf8), from: variable)
    }

    /// Reads a key file's content; no message ever quotes it.
    package init(_ bytes: [UInt8], from place: String) throws(PublishError) {
        self.place = place
        let limits = JSONLimits(lengthBytesMax: PublishLimits.keyBytesMax)
        guard let json = try? JSON.parse(bytes, limits: limits) else {
            throw Self.noKey(place, "expected a key file in JSON, found something else")
        }
        guard json["keytype"]?.stringValue == "ed25519", json["scheme"]?.stringValue == "ed25519",
            let text = json["keyval"]?["public"]?.stringValue, Hex.decode(text)?.count == 32
        else { throw Self.noKey(place, "expected an Ed25519 key, found another or none") }
        publicKey = PublicKey(keyType: "ed25519", scheme: "ed25519", publicText: text)
        if let sealed = json["sealed"] {
            do throws(JSONShapeError) {
                secret = .sealed(try KeySeal(JSONCursor(sealed)))
            } catch {
                // The problem names a member and a kind, never a value of the file.
                throw Self.noKey(place, "sealed.\(error.path): not as this version writes it")
            }
        } else if json["keyval"]?["private"] == nil {
            secret = .absent
        } else {
            secret = .plain(
                try converting(try SigningKey(keyFile: bytes)) { (error: SigningError) in
                    Self.noKey(place, "\(error)")
                })
        }
    }

    private static func noKey(_ place: String, _ problem: String) -> PublishError {
        PublishError("\(place): \(problem)", remedy: "init and keys new make keys")
    }

    private static func lacksPrivateHalf(_ place: String, remedy: Advice? = nil) -> PublishError {
        PublishError(
            "\(place): expected a key with its private half, found the public one", remedy: remedy)
    }

    /// The private half; throws if no passphrase opens it.
    func unlocked(by passphrases: inout Passphrases) throws(PublishError) -> SigningKey {
        switch secret {
        case .plain(let key): return key
        case .absent: throw Self.lacksPrivateHalf(place)
        case .sealed(let seal):
            let context = Self.context(publicKey)
            let opened = try passphrases.first(for: place) { passphrase in
                seal.open(with: passphrase, context: context).flatMap {
                    try? SigningKey(keyFile: $0)
                }
            }
            guard opened.publicKey == publicKey else {
                throw Self.noKey(place, "expected both halves to belong together")
            }
            return opened
        }
    }
}

// MARK: - Writing

extension KeyFile {
    /// The content of a key file sealed with a passphrase; throws if there is no memory for it.
    package static func sealed(
        _ key: SigningKey, with passphrase: [UInt8], cost: KeySeal.Cost = .standard
    ) throws(PublishError) -> [UInt8] {
        guard
            let seal = KeySeal.seal(
                key.encoded(), with: passphrase,
                context: context(key.publicKey), cost: cost)
        else {
            throw PublishError("key: expected memory enough to seal it, found too little")
        }
        var members = key.publicKey.json.objectValue ?? JSONObject()
        members["sealed"] = seal.json
        return JSON.object(members).serialized(.indented)
    }

    package static func publicHalf(_ key: PublicKey) -> [UInt8] { key.json.serialized(.indented) }

    /// What the seal is tied to: whose secret it is.
    private static func context(_ key: PublicKey) -> [UInt8] {
        Array("bundle-publish key \(key.keyID)".utf8)
    }
}
