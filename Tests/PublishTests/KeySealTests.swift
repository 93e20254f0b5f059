import JSON
import TUF
import TestSupport
import Testing

@testable import BundlePublisher

/// A root key in its file: only its passphrase opens it, and nothing in it can be exchanged.
@Suite struct KeySealTests {
    /// Cheap enough to try often.
    static let cost = KeySeal.Cost(rounds: 1 << 4)
    static let passphrase = Array("correct horse battery".utf8)

    @Test func thePassphraseOpensIt() throws {
        let key = SigningKey()
        let file = try KeyFile(sealed(key), from: "a.key")
        #expect(file.publicKey == key.publicKey)
        var passphrases = try Self.passphrases("correct horse battery")
        #expect(try file.unlocked(by: &passphrases).encoded() == key.encoded())
    }

    /// Version 0.10 sealed it, with BoringSSL and at the full cost.
    @Test func aKeyOfAnEarlierVersionOpens() throws {
        let box =
            "473a88f6b1e5ddafcb84b920fc28a4e308401a57a5f2c76145a810006df8bf887ea4ca523ae9ac4b82c552dbb81db5caa065a38637015b6f8ac635e97b470171925d6dddd26308e060aa566e0cee41f0cf77c04fd4d4b40e486a1d22bb4f4ebcd0385e89c8d41fccd3269958a25ff2d8d41a668fecf1fe713927252b9397e8aa416e6"
            + "e94de3434b3abfa9103527b798342b904b3b028210f50ca312a839e634dde7b1ec93c2e92b0f22e7cc6f10a96e90e53ce367c58b24a75ac77d42d9f0c7e25d15096b41af3166d7487727bd477422e51671126a2ca40d98d09bf682d4903a840f8a900c21ec7557a5ad1d385ca67363363b0cdefc638436b824aca924248210d5c3efe"
        let file: JSON = [
            "keytype": "ed25519", "scheme": "ed25519",
            "keyval": [
                "public": "a2e18672cf345b3c4dab1555e7ed72c231d9f6c2189b532820092e415663b894"
            ],
            "sealed": [
                "kdf": "scrypt", "rounds": 131072, "blockSize": 8, "parallelism": 1,
                "salt": "383648e3178e1f140c530bfc0eb2eff50e93fcd323273c6c359570779a3bfd0e",
                "cipher": "chacha20-poly1305", "box": .string(box),
            ],
        ]
        var passphrases = try Self.passphrases("correct horse battery")
        let key = try KeyFile(file.serialized(), from: "a.key").unlocked(by: &passphrases)
        #expect(file["keyval"]?["public"]?.stringValue == key.publicKey.publicText)
    }

    @Test func twoSealsOfOneKeyHaveNothingInCommon() throws {
        let key = SigningKey()
        let (one, two) = (try sealed(key), try sealed(key))
        for member in ["salt", "box"] {
            #expect(try text(one, member) != text(two, member))
        }
    }

    struct Harm: CustomTestStringConvertible {
        let testDescription: String
        let sentence: String
        let change: @Sendable (inout JSON) -> Void

        init(
            _ name: String, _ sentence: String, _ change: @escaping @Sendable (inout JSON) -> Void
        ) {
            (testDescription, self.sentence, self.change) = (name, sentence, change)
        }
    }

    private static let wrong = "a.key: expected the passphrase it is sealed with, found another"

    static let harms = [
        Harm("another salt", wrong) {
            set(&$0, "salt", .string(String(repeating: "0", count: 64)))
        },
        Harm("a cut box", wrong) { set(&$0, "box", "00112233") },
        Harm("fewer rounds", wrong) { set(&$0, "rounds", 8) },
        Harm("another public half", wrong) {
            let other = SigningKey().publicKey.publicText
            $0 = with($0, "keyval", ["public": .string(other)])
        },
        Harm(
            "rounds that take the whole memory",
            "a.key: sealed.rounds: not as this version writes it"
        ) {
            set(&$0, "rounds", 1_048_576)
            set(&$0, "blockSize", 32)
        },
        Harm("rounds no power of two", "a.key: sealed.rounds: not as this version writes it") {
            set(&$0, "rounds", 1_000)
        },
        Harm("another cipher", "a.key: sealed.cipher: not as this version writes it") {
            set(&$0, "cipher", "rot13")
        },
    ]

    @Test(arguments: harms) func aChangedFileDoesNotOpen(_ harm: Harm) throws {
        var json = try JSON.parse(sealed(SigningKey()))
        harm.change(&json)
        let error = trouble {
            var passphrases = try Self.passphrases("correct horse battery")
            _ = try KeyFile(json.serialized(), from: "a.key").unlocked(by: &passphrases)
        }
        #expect(error?.message == harm.sentence && error?.remedy != nil)
    }

    @Test func aPublicHalfIsNoKeyToSignWith() throws {
        let folder = try TemporaryDirectory()
        let half = KeyFile.publicHalf(SigningKey().publicKey)
        let path = try folder.writeSecret(String(decoding: half, as: UTF8.self), to: "a.pub")
        #expect(trouble { _ = try KeyFile.read(SecretFile(path: path)) } != nil)
        _ = try KeyFile.read(SecretFile(path: path), mayBePublic: true)
    }

    private func sealed(_ key: SigningKey) throws -> [UInt8] {
        try KeyFile.sealed(key, with: Self.passphrase, cost: Self.cost)
    }

    private func text(_ file: [UInt8], _ member: String) throws -> String {
        try #require(try JSON.parse(file)["sealed"]?[member]?.stringValue)
    }

    static func passphrases(_ texts: String...) throws -> Passphrases {
        var prompts = texts[...]
        return try Passphrases(files: [], environment: prompts.popFirst(), prompt: nil)
    }

    private static func set(_ json: inout JSON, _ member: String, _ value: JSON) {
        json = with(json, "sealed", with(json["sealed"] ?? nil, member, value))
    }

    private static func with(_ json: JSON, _ member: String, _ value: JSON) -> JSON {
        guard case .object(var object) = json else { return json }
        object[member] = value
        return .object(object)
    }
}
