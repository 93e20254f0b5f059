import COpenSSL
import Foundation
import TestSupport
import Testing

@testable import Cryptography

/// A key has one form; all else is no key.
@Suite struct KeyTests {
    /// The base point of P-256, which is a key like any other (SEC 2, 2.4.2).
    private static let point = bytes(
        "046b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296"
            + "4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5")
    private static let info = bytes("3059301306072a8648ce3d020106082a8648ce3d030107034200")
    private static let compressed = bytes(
        "3039301306072a8648ce3d020106082a8648ce3d030107032200"
            + "036b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296")

    private func isP256(_ text: String) -> Bool {
        (try? P256.Signing.PublicKey(pemRepresentation: text)) != nil
    }

    @Test func anotherSpellingOfAPEMIsNoKey() throws {
        let text = pem(Self.info + Self.point)
        #expect(
            try P256.Signing.PublicKey(pemRepresentation: text).x963Representation == Self.point)
        #expect(isP256(text.replacing("\n", with: "\r\n")))
        let lines = text.split(separator: "\n")
        for changed in [
            "", "\n", "-----BEGIN PUBLIC KEY-----\n-----END PUBLIC KEY-----\n",
            "text\n" + text, text + "text", text + text, text + "\n-----BEGIN PUBLIC KEY-----\n",
            text.replacing("PUBLIC KEY", with: "RSA PUBLIC KEY"),
            text.replacing("END PUBLIC", with: "END OTHER"),
            text.replacing(lines[1], with: "\(lines[1].prefix(60))\n\(lines[1].dropFirst(60))"),
            text.replacing(lines[1], with: " \(lines[1])"),
            text.replacing(lines[1], with: "\(lines[1].dropLast())*"),
            text.replacing("\(lines[2])", with: "\(lines[2])===="),
            text.replacing("\(lines[2])", with: "\(lines[2].dropLast(4))"),
            "-----BEGIN PUBLIC KEY-----\nProc-Type: 4,ENCRYPTED\nDEK-Info: DES-CBC,00\n\n\(lines[1])\n\(lines[2])\n-----END PUBLIC KEY-----",
        ] {
            #expect(!isP256(changed), "\(changed.debugDescription)")
        }
    }

    @Test func anotherPointOrCurveIsNoKey() throws {
        #expect(!isP256(pem(Self.compressed)))
        let whole: [UInt8] = Self.info + Self.point
        #expect(!isP256(pem(whole + [0])))
        #expect(!isP256(pem(whole.dropLast())))
        var off = Self.point
        off[64] ^= 1
        #expect(!isP256(pem(Self.info + off)), "not on the curve")
        for point in [
            off, [], [4], [0], Self.point + [0], Array(Self.point.dropFirst()),
            [6] + Self.point.dropFirst(), [4] + [UInt8](repeating: 0, count: 64),
            [4] + [UInt8](repeating: 255, count: 64),
        ] as [[UInt8]] {
            #expect(throws: CryptoError.self) {
                try P256.Signing.PublicKey(x963Representation: point)
            }
        }
    }

    @Test(
        .needs(programs: "openssl"),
        arguments: [
            ("RSA", ["-pkeyopt", "rsa_keygen_bits:2048"], true),
            ("RSA", ["-pkeyopt", "rsa_keygen_bits:1024"], false),
            (
                "RSA", ["-pkeyopt", "rsa_keygen_bits:2048", "-pkeyopt", "rsa_keygen_pubexp:3"], true
            ),
            (
                "RSA",
                [
                    "-pkeyopt", "rsa_keygen_bits:2048", "-pkeyopt",
                    "rsa_keygen_pubexp:1180591620717411303425",
                ], false
            ),
            ("RSA-PSS", ["-pkeyopt", "rsa_keygen_bits:2048"], false),
            ("EC", ["-pkeyopt", "ec_paramgen_curve:P-256"], false),
            ("EC", ["-pkeyopt", "ec_paramgen_curve:P-384"], false), ("ED25519", [], false),
            (
                "EC",
                ["-pkeyopt", "ec_paramgen_curve:P-256", "-pkeyopt", "ec_param_enc:explicit"], false
            ),
        ])
    func onlyLongPlainKeysAreRSA(_ type: String, _ options: [String], _ isRSA: Bool) throws {
        let openssl = "/usr/bin/openssl"
        let key = try Program.run(openssl, ["genpkey", "-quiet", "-algorithm", type] + options)
        try #require(key.status == 0, "\(key.messages)")
        let text = try Program.run(openssl, ["pkey", "-pubout"], input: key.output).output
        #expect(((try? _RSA.Signing.PublicKey(pemRepresentation: text)) != nil) == isRSA)
        #expect(isP256(text) == (options == ["-pkeyopt", "ec_paramgen_curve:P-256"]))
    }

    @Test func anEd25519KeyHas32Bytes() throws {
        for count in [0, 31, 33, 44, 64] {
            let wrong = [UInt8](repeating: 1, count: count)
            #expect(throws: CryptoError.self) {
                try Curve25519.Signing.PublicKey(rawRepresentation: wrong)
            }
            #expect(throws: CryptoError.self) {
                try Curve25519.Signing.PrivateKey(rawRepresentation: wrong)
            }
        }
        #expect(
            Curve25519.Signing.PrivateKey().rawRepresentation
                != Curve25519.Signing.PrivateKey().rawRepresentation)
    }

    /// libcurl reads the thread's errors, too.
    @Test func aRefusalLeavesNoErrorBehind() throws {
        ERR_clear_error()
        #expect(!isP256(pem(Self.compressed)))
        let key = try P256.Signing.PublicKey(x963Representation: Self.point)
        #expect(!key.isValidSignature(try .init(derRepresentation: [0x30, 2, 3]), for: []))
        #expect(ERR_peek_error() == 0)
    }
}
