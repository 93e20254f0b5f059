import Foundation
import TUF
import TestSupport
import Testing

/// Ed25519 as RFC 8032 and Wycheproof say; `Tests/Web/vector-test` does the same with the code of the modules.
@Suite struct Ed25519VectorTests {
    struct Vector: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let key: [UInt8]
        let message: [UInt8]
        let signature: [UInt8]
        let isValid: Bool

        /// Reads `name|key|message|signature|valid or invalid|comment`.
        init?(_ line: some StringProtocol) {
            let parts = line.split(separator: "|", omittingEmptySubsequences: false)
            guard parts.count == 6, let key = Hex.decode(String(parts[1])),
                let message = Hex.decode(String(parts[2])),
                let signature = Hex.decode(String(parts[3]))
            else { return nil }
            testDescription = "\(parts[0]): \(parts[5])"
            (self.key, self.message, self.signature) = (key, message, signature)
            isValid = parts[4] == "valid"
        }
    }

    static let rfc8032 = read("ed25519-rfc8032.txt")
    static let wycheproof = read("ed25519-wycheproof.txt")

    private static func read(_ name: String) -> [Vector] {
        let path = Checkout.path("Tests/TUFTests/Vectors/\(name)")
        let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
        return text.split(separator: "\n").compactMap { Vector($0) }
    }

    @Test func theFilesAreRead() {
        #expect(Self.rfc8032.count == 4)
        #expect(Self.wycheproof.count == 151)
        #expect(Self.wycheproof.contains { !$0.isValid })
    }

    @Test("each vector has its answer")
    func vectors() {
        for vector in Self.rfc8032 + Self.wycheproof {
            let key = PublicKey(
                keyType: "ed25519", scheme: "ed25519", publicText: Hex.encode(vector.key))
            let found = key.verifies(vector.signature, of: vector.message)
            #expect(found == vector.isValid, "\(vector.testDescription)")
        }
    }

    @Test("a key or signature in DER is no raw one")
    func der() throws {
        let vector = try #require(Self.rfc8032.first)
        let info = try #require(Hex.decode("302a300506032b6570032100"))
        for (key, signature) in [
            (info + vector.key, vector.signature), (vector.key, [0x30, 0x40] + vector.signature),
            (Array(vector.key.dropLast()), vector.signature), ([], vector.signature),
            (vector.key, []),
        ] {
            let key = PublicKey(keyType: "ed25519", scheme: "ed25519", publicText: Hex.encode(key))
            #expect(!key.verifies(signature, of: vector.message))
        }
    }
}
