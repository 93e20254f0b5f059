import JSON
import TUF

/// A key file: the public half in the open, and the private half plain, sealed or absent.
package struct KeyFile {
    /// The private half.
    package enum Secret {
        case plain(SigningKey)
        case sealed(KeySeal)
        /// Somebody else has it.
        case absent
    }

    /// Where it came from, for messages.
    package let place: String
    package let publicKey: PublicKey
    package let secret: Secret

    /// Reads a key file.
    ///
    /// - Returns: the key; its private half may still be sealed.
    /// - Throws: ``PublishError`` if it cannot be read, is no key, or others can read it.
    package static func read(
        _ file: SecretFile, mayBePublic: Bool = false, advice: FileAdvice? = nil
    ) throws(PublishError) -> KeyFile {
        let bytes = try file.read(.key, advice: advice, mayBePublic: mayBePublic)
        let key = try KeyFile(bytes, from: file.path)
        if case .absent = key.secret, !mayBePublic {
            throw .key(.publicHalf(place: file.path, isFile: true))
        }
        return key
    }

    /// Reads a key file's content; no message ever quotes it.
    ///
    /// - Throws: ``PublishError`` if it is no key.
    package init(_ bytes: [UInt8], from place: String) throws(PublishError) {
        self.place = place
        let limits = JSONLimits(lengthBytesMax: PublishLimits.keyBytesMax)
        guard let json = try? JSON.parse(bytes, limits: limits) else {
            throw Self.noKey(place, .notJSON)
        }
        guard json["keytype"]?.stringValue == "ed25519", json["scheme"]?.stringValue == "ed25519",
            let text = json["keyval"]?["public"]?.stringValue, HexText.decode(text)?.count == 32
        else { throw Self.noKey(place, .notEd25519) }
        publicKey = PublicKey(keyType: "ed25519", scheme: "ed25519", publicText: text)
        if let sealed = json["sealed"] {
            do throws(JSONShapeError) {
                secret = .sealed(try KeySeal(JSONCursor(sealed)))
            } catch {
                // The problem names a member and a kind, never a value of the file.
                throw Self.noKey(place, .seal(path: "\(error.path)"))
            }
        } else if json["keyval"]?["private"] == nil {
            secret = .absent
        } else {
            do throws(KeyFileError) {
                secret = .plain(try SigningKey(keyFile: bytes))
            } catch {
                throw Self.noKey(place, .privateHalf(error))
            }
        }
    }

    private static func noKey(_ place: String, _ problem: KeyFileProblem) -> PublishError {
        .key(.notAKey(place: place, problem))
    }

    /// The private half.
    ///
    /// - Throws: ``PublishError`` if no passphrase opens it.
    func unlocked(by passphrases: inout Passphrases) throws(PublishError) -> SigningKey {
        switch secret {
        case .plain(let key): return key
        case .absent:
            throw .key(.publicHalf(place: place, isFile: false))
        case .sealed(let seal):
            let context = Self.context(publicKey)
            let opened = try passphrases.first(for: place) { passphrase in
                seal.open(with: passphrase, context: context).flatMap {
                    try? SigningKey(keyFile: $0)
                }
            }
            guard opened.publicKey == publicKey else {
                throw Self.noKey(place, .halvesDiffer)
            }
            return opened
        }
    }
}

// MARK: - Writing

extension KeyFile {
    /// The content of a key file sealed with a passphrase.
    ///
    /// - Throws: ``PublishError`` if there is no memory for it.
    package static func sealed(
        _ key: SigningKey, with passphrase: [UInt8], cost: KeySeal.Cost = .standard
    ) throws(PublishError) -> [UInt8] {
        guard
            let seal = KeySeal.seal(
                key.encoded(), with: passphrase,
                context: context(key.publicKey), cost: cost)
        else {
            throw .key(.noMemory)
        }
        var object = open(key.publicKey)
        object["sealed"] = seal.json
        return JSON.object(object).serialized(.indented)
    }

    /// The content of a file with the public half alone, which everybody may have.
    package static func publicHalf(_ key: PublicKey) -> [UInt8] {
        JSON.object(open(key)).serialized(.indented)
    }

    private static func open(_ key: PublicKey) -> JSONObject {
        var object = JSONObject()
        object["keytype"] = .string(key.keyType)
        object["scheme"] = .string(key.scheme)
        object["keyval"] = ["public": .string(key.publicText)]
        return object
    }

    /// What the seal is tied to: whose secret it is.
    private static func context(_ key: PublicKey) -> [UInt8] {
        Array("bundle-publish key \(key.keyID)".utf8)
    }
}
