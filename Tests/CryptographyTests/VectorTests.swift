import Foundation
import TestSupport
import Testing

@testable import Cryptography

/// Each function gives the answers of its published vectors.
@Suite struct VectorTests {
    /// The lines of a file in `Vectors`, as columns.
    private func rows(_ name: String, count: Int) throws -> [[String]] {
        let text = try String(
            contentsOfFile: Checkout.path("Tests/CryptographyTests/Vectors/\(name)"),
            encoding: .utf8)
        let rows = text.split(separator: "\n").filter { !$0.hasPrefix("#") }.map {
            $0.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
        }
        #expect(rows.count == count, "\(name)")
        return rows
    }

    @Test func hashes() throws {
        for row in try rows("sha-nist.txt", count: 202) {
            let (message, digest) = (bytes(row[1]), bytes(row[2]))
            let isLong = row[0] == "sha512"
            #expect((isLong ? SHA512.hash(data: message) : SHA256.hash(data: message)) == digest)
            // The same in two pieces, with a copy between them that goes on by itself.
            let half = message.count / 2
            var (short, long) = (SHA256(), SHA512())
            message.prefix(half).withUnsafeBytes {
                short.update(bufferPointer: $0)
                long.update(bufferPointer: $0)
            }
            var (shortCopy, longCopy) = (short, long)
            message.dropFirst(half).withUnsafeBytes {
                short.update(bufferPointer: $0)
                long.update(bufferPointer: $0)
            }
            [1].withUnsafeBytes {
                shortCopy.update(bufferPointer: $0)
                longCopy.update(bufferPointer: $0)
            }
            #expect((isLong ? long.finalize() : short.finalize()) == digest)
            #expect((isLong ? long.finalize() : short.finalize()) == digest, "asked again")
            #expect((isLong ? longCopy.finalize() : shortCopy.finalize()) != digest)
        }
    }

    @Test(arguments: [("ed25519-rfc8032.txt", 4), ("ed25519-wycheproof.txt", 151)])
    func ed25519(_ file: String, _ count: Int) throws {
        for row in try rows(file, count: count) {
            let key = try? Curve25519.Signing.PublicKey(rawRepresentation: bytes(row[1]))
            let isValid = key?.isValidSignature(bytes(row[3]), for: bytes(row[2])) ?? false
            #expect(isValid == (row[4] == "valid"), "\(row[0]): \(row[5])")
        }
    }

    /// RFC 8032 §7.1, tests 1 and 3.
    @Test(arguments: [
        (
            "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60", "",
            "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a"
        ),
        (
            "c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7", "af82",
            "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025"
        ),
    ])
    func ed25519Signs(_ seed: String, _ message: String, _ publicKey: String) throws {
        let key = try Curve25519.Signing.PrivateKey(rawRepresentation: bytes(seed))
        #expect(key.rawRepresentation == bytes(seed))
        #expect(key.publicKey.rawRepresentation == bytes(publicKey))
        let row = try #require(
            try rows("ed25519-rfc8032.txt", count: 4).first { $0[1] == publicKey })
        #expect(try key.signature(for: bytes(message)) == bytes(row[3]))
    }

    @Test(arguments: [("p256-nist.txt", 15), ("p256-wycheproof.txt", 471)])
    func p256(_ file: String, _ count: Int) throws {
        var point = ""
        for row in try rows(file, count: count) {
            point = row[1].isEmpty ? point : row[1]
            let key = try P256.Signing.PublicKey(x963Representation: bytes(point))
            let signature = try? P256.Signing.ECDSASignature(derRepresentation: bytes(row[3]))
            let isValid = signature.map { key.isValidSignature($0, for: bytes(row[2])) } ?? false
            #expect(isValid == (row[4] == "valid"), "\(row[0]): \(row[5])")
        }
    }

    @Test func rsaPSS() throws {
        var der: [UInt8] = []
        for row in try rows("rsa-pss-2048-wycheproof.txt", count: 103) {
            der = row[1].isEmpty ? der : bytes(row[1])
            let key = try _RSA.Signing.PublicKey(pemRepresentation: pem(der))
            #expect(key.derRepresentation == der)
            let isValid = key.isValidSignature(
                _RSA.Signing.RSASignature(rawRepresentation: bytes(row[3])), for: bytes(row[2]),
                padding: .PSS)
            #expect(isValid == (row[4] == "valid"), "\(row[0]): \(row[5])")
        }
    }

    @Test func scrypt() throws {
        for row in try rows("scrypt-rfc7914.txt", count: 3) {
            let cost = row[2...4].compactMap { Int($0) }
            let derived = try SymmetricKey(
                scrypt: bytes(row[0]), salt: bytes(row[1]), rounds: cost[0], blockSize: cost[1],
                parallelism: cost[2])
            // Two keys are equal if one opens what the other seals.
            let box = try ChaChaPoly.seal([1], using: derived, authenticating: [])
            let expected = try SymmetricKey(bytes(row[5]))
            #expect(try ChaChaPoly.open(box, using: expected, authenticating: []) == [1])
        }
        #expect(throws: CryptoError.self, "no power of two") {
            try SymmetricKey(scrypt: [1], salt: [2], rounds: 3, blockSize: 8, parallelism: 1)
        }
    }

    @Test func chaCha20Poly1305() throws {
        for row in try rows("chacha20-poly1305-rfc8439.txt", count: 2) {
            let key = try SymmetricKey(bytes(row[0]))
            let (nonce, context, secret) = (bytes(row[1]), bytes(row[2]), bytes(row[3]))
            let box = nonce + bytes(row[4])
            #expect(
                try ChaChaPoly.seal(secret, using: key, nonce: nonce, authenticating: context)
                    == box)
            #expect(try ChaChaPoly.open(box, using: key, authenticating: context) == secret)
            for at in box.indices {
                var changed = box
                changed[at] ^= 1
                #expect(throws: CryptoError.self) {
                    try ChaChaPoly.open(changed, using: key, authenticating: context)
                }
            }
            for changed in [box + [0], Array(box.dropLast()), Array(box.prefix(27)), []] {
                #expect(throws: CryptoError.self) {
                    try ChaChaPoly.open(changed, using: key, authenticating: context)
                }
            }
            #expect(throws: CryptoError.self) {
                try ChaChaPoly.open(box, using: key, authenticating: context + [0])
            }
        }
    }
}

/// The bytes of hexadecimal digits.
func bytes(_ hex: String) -> [UInt8] {
    stride(from: 0, to: hex.count, by: 2).compactMap { at in
        let start = hex.utf8.index(hex.utf8.startIndex, offsetBy: at)
        return UInt8(hex[start..<hex.utf8.index(start, offsetBy: 2)], radix: 16)
    }
}

/// A public key as PEM with lines of 64 characters.
func pem(_ der: [UInt8]) -> String {
    let text = Data(der).base64EncodedString()
    let lines = stride(from: 0, to: text.count, by: 64).map { text.dropFirst($0).prefix(64) }
    return
        "-----BEGIN PUBLIC KEY-----\n\(lines.joined(separator: "\n"))\n-----END PUBLIC KEY-----\n"
}
