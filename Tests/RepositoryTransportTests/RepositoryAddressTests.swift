import RepositoryTransport
import Testing

/// What people type for a repository, and how it is understood.
@Suite struct RepositoryAddressTests {
    struct Case: CustomTestStringConvertible, Sendable {
        let testDescription: String
        /// The address as shown, or nil where it is refused.
        let shown: String?

        init(_ text: String, _ shown: String?) {
            testDescription = text
            self.shown = shown
        }
    }

    static let cases: [Case] = [
        Case("https://example.org/bundles", "https://example.org/bundles"),
        Case("https://example.org/bundles//", "https://example.org/bundles"),
        Case("HTTP://example.org:8080", "http://example.org:8080"),
        Case("http://[::1]:80/x%20y/", "http://[::1]:80/x%20y"),
        Case("file:///srv/site/", "file:///srv/site"),
        Case("file://localhost/srv/two%20words", "file:///srv/two words"),
        Case("/srv/site/", "file:///srv/site"),
        Case("../site/", "../site"),
        Case("/", "file:///"),
        Case("", nil),
        Case("ftp://example.org/", nil),
        Case("http:/example.org/", nil),
        Case("https:example.org", nil),
        Case("FILE:/srv/site", nil),
        Case("a:b/site", "a:b/site"),
        Case("http", "http"),
        Case("a@b/site", "a@b/site"),
        Case("./a:b@c/site", "./a:b@c/site"),
        Case("/srv/a:b@c", "file:///srv/a:b@c"),
        Case("user:secret@example.org/x", nil),
        Case("user:sec/ret@example.org", nil),
        Case("//user:secret@example.org/x", nil),
        Case("http//user:secret@example.org/", nil),
        Case("http;//user:secret@example.org", nil),
        Case("https//user:secret@example.org?x", nil),
        Case("HTTPS;/secret@example.org", nil),
        Case("s3:/secret@example.org", nil),
        Case("x/user:secret@example.org", nil),
        Case("192.168.1.5", nil),
        Case("192.168.1.5:8080/bundles", nil),
        Case("[fe80::1]:8080/bundles", nil),
        Case("localhost:8080", nil),
        Case("updates.example.org:8443/bundles", nil),
        Case("./192.168.1.5", "./192.168.1.5"),
        Case("192.168.1/site", "192.168.1/site"),
        Case("2024.1.2.3.4", "2024.1.2.3.4"),
        Case("http/site", "http/site"),
        Case("./http//site", "./http//site"),
        Case("https.d/site", "https.d/site"),
        Case("file-server//site", "file-server//site"),
        Case("../user:x@y", "../user:x@y"),
        Case("file://host/share", nil),
        Case("file:///a%00b", nil),
        Case("https://", nil),
        Case("https:///path", nil),
        Case("https://user:secret@example.org/", nil),
        Case("https://example.org/?a=b", nil),
        Case("https://example.org/#a", nil),
        Case("https://example.org/two words", nil),
        Case("https://example.org/\r\nX: y", nil),
    ]

    @Test(arguments: cases) func addresses(_ row: Case) {
        #expect((try? RepositoryAddress(row.testDescription))?.description == row.shown)
    }

    @Test(arguments: [
        "https://", "ftp://", "http:", "https:///", "", "//", "http//", "https;//", "x/", "s3:/",
    ])
    func aRefusalNeverShowsAPassword(_ start: String) {
        #expect {
            try RepositoryAddress("\(start)user:secret@example.org/")
        } throws: { !"\($0)".contains("secret") }
    }
}
