import COpenSSL
import TUF
import Testing

/// RSASSA-PSS with SHA-256 (specification 4.2, SCHEME).
@Suite struct RSATests {
    /// Made once: making them takes its time.
    private static let long = SigningPair(rsaBits: 2_048)
    private static let short = SigningPair(rsaBits: 1_024)

    private func check(
        _ pair: SigningPair?, padding: Int32 = RSA_PKCS1_PSS_PADDING,
        scheme: String = "rsassa-pss-sha256", text: (String) -> String = { $0 }
    ) throws -> Bool {
        let pair = try #require(pair)
        let world = World()
        for role in ["root", "timestamp", "snapshot", "targets"] {
            world.repository[role].keys = [
                TestKey(PublicKey(keyType: "rsa", scheme: scheme, publicText: text(pair.pem))) {
                    pair.sign($0, padding: padding)
                }
            ]
        }
        world.repository.publishRoot(alsoSignedBy: [.ed25519(1)])
        world.repository.publish()
        return (try? world.refresh().roles.map(\.version)) == [2, 2, 2, 2]
    }

    @Test("every role can be signed with RSA keys")
    func everyRole() throws {
        #expect(try check(Self.long))
        #expect(try check(Self.long) { String($0.dropLast($0.hasSuffix("\n") ? 1 : 0)) })
    }

    @Test("other paddings, and schemes we do not know, vouch for nothing")
    func otherSchemes() throws {
        #expect(try !check(Self.long, padding: RSA_PKCS1_PADDING))
        #expect(try !check(Self.long, scheme: "rsa-pkcs1v15-sha256"))
        #expect(try !check(Self.long, scheme: "rsassa-pss-sha512"))
    }

    @Test("keys below 2048 bits vouch for nothing")
    func shortKeys() throws {
        #expect(try !check(Self.short))
    }
}
