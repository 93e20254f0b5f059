import Glibc
import TestSupport
import Testing

@testable import RepositoryTransport
@testable import WebTransport

/// A file of secrets: who may read it, what may stand in it, and to whom each is said.
@Suite struct CredentialsTests {
    private static let text = """
        # for the venue
        https://A.example:443   bearer abc

        http://b.example:8080\tbasic me pass word
        """

    @Test func eachSecretBelongsToOneServer() throws {
        let credentials = try Credentials(Self.text, from: "file")
        func secret(_ address: String) throws -> Credentials.Secret? {
            credentials.secret(for: try WebAddress(address))
        }
        #expect(try secret("https://a.example/site") == .bearer(token: "abc"))
        #expect(try secret("http://b.example:8080") == .basic(user: "me", password: "pass word"))
        for other in [
            "http://a.example", "https://a.example:444", "https://aa.example",
            "http://b.example", "https://b.example:8080",
        ] {
            #expect(try secret(other) == nil, "\(other)")
        }
    }

    @Test(arguments: [
        "a.example bearer x", "https://a.example", "https://a.example token x",
        "https://a.example bearer", "https://a.example bearer x y", "https://a.example basic me",
        "https://a.example basic m:e x", "https://a.example bearer x\u{7}",
        "https://me:x@a.example bearer x", "/folder bearer x",
    ])
    func aLineThatMakesNoSenseIsNamedAndNotShown(_ line: String) {
        #expect {
            _ = try Credentials("# first\n\(line)\n", from: "file")
        } throws: { error in
            "\(error)".hasPrefix("file:2: expected") && !"\(error)".contains("me:x")
        }
    }

    @Test func theFileIsForItsOwnerAndItsGroupAlone() throws {
        let folder = try TemporaryDirectory()
        let file = try folder.write(Self.text, to: "credentials")
        for mode: mode_t in [0o400, 0o440, 0o600, 0o640] {
            try #require(chmod(file, mode) == 0)
            #expect(throws: Never.self) { try Credentials(file: file) }
        }
        for mode: mode_t in [0o644, 0o604, 0o660, 0o622] {
            try #require(chmod(file, mode) == 0)
            #expect(throws: CredentialsError.self) { try Credentials(file: file) }
        }
        #expect(throws: CredentialsError.self) { try Credentials(file: folder["none"]) }
    }

    @Test func nothingShowsThem() throws {
        let credentials = try Credentials(Self.text, from: "file")
        let options = WebOptions(userAgent: "x", credentials: credentials)
        for shown in ["\(credentials)", String(reflecting: credentials), "\(options)"] {
            #expect(!shown.contains("abc") && !shown.contains("pass"), "\(shown)")
        }
    }
}
