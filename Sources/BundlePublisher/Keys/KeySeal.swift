import BundleFormat
import Cryptography
import JSON
import TUF

/// Seals a secret with a passphrase: scrypt (RFC 7914) makes the key, ChaCha20-Poly1305 (RFC 8439)
/// encrypts.
package struct KeySeal {
    /// What one guess at the passphrase costs.
    package struct Cost: Equatable {
        /// A power of two; memory is 128 · blockSize · rounds bytes.
        package var rounds: Int
        package var blockSize = 8
        package var parallelism = 1

        /// 128 MiB and about half a second a guess.
        package static let standard = Cost(rounds: 1 << 17)
    }

    /// The cost of one guess; with salt and box it is all that opening needs besides the passphrase.
    let cost: Cost
    let salt: [UInt8]
    /// Nonce, ciphertext and tag.
    let box: [UInt8]

    /// Seals; nil if the system has no memory for it.
    static func seal(
        _ secret: [UInt8], with passphrase: [UInt8], context: [UInt8], cost: Cost
    ) -> KeySeal? {
        let salt = randomBytes(count: 32)
        guard let key = key(passphrase, salt, cost),
            let box = try? ChaChaPoly.seal(secret, using: key, authenticating: context)
        else { return nil }
        return KeySeal(cost: cost, salt: salt, box: box)
    }

    /// The secret; nil for another passphrase, and where anything was changed.
    func open(with passphrase: [UInt8], context: [UInt8]) -> [UInt8]? {
        guard let key = Self.key(passphrase, salt, cost) else { return nil }
        return try? ChaChaPoly.open(box, using: key, authenticating: context)
    }

    private static func key(_ passphrase: [UInt8], _ salt: [UInt8], _ cost: Cost) -> SymmetricKey? {
        try? SymmetricKey(
            scrypt: passphrase, salt: salt, rounds: cost.rounds, blockSize: cost.blockSize,
            parallelism: cost.parallelism)
    }
}

// MARK: - As a key file has it

extension KeySeal {
    /// The member `sealed` of a key file: names and parameters, so that another program could open it.
    var json: JSON {
        [
            "kdf": "scrypt", "rounds": .integer(Int64(cost.rounds)),
            "blockSize": .integer(Int64(cost.blockSize)),
            "parallelism": .integer(Int64(cost.parallelism)),
            "salt": .string(Hex.encode(salt)),
            "cipher": "chacha20-poly1305", "box": .string(Hex.encode(box)),
        ]
    }

    init(_ cursor: JSONCursor) throws(JSONShapeError) {
        for (name, expected) in [("kdf", "scrypt"), ("cipher", "chacha20-poly1305")] {
            let member = try cursor.member(name)
            guard try member.string() == expected else { throw member.mismatch(expected) }
        }
        // A file must not take hours to open, or all of the memory.
        let rounds = try cursor.member("rounds")
        cost = Cost(
            rounds: Int(try rounds.integer(in: 2...(1 << 20))),
            blockSize: Int(try cursor.member("blockSize").integer(in: 1...32)),
            parallelism: Int(try cursor.member("parallelism").integer(in: 1...16)))
        guard cost.rounds & (cost.rounds - 1) == 0, 128 * cost.blockSize * cost.rounds <= 1 << 30
        else { throw rounds.mismatch("a power of two within 1 GiB") }
        salt = try cursor.member("salt").text("hexadecimal digits", Hex.decode)
        box = try cursor.member("box").text("hexadecimal digits", Hex.decode)
    }
}
