import Foundation
import TestSupport
import Testing

/// An object store that lets nobody write is found out before a key is replaced.
@Suite struct StoreRefusalTests {
    @Test func keysRotateOnlineWritesNothingWhereTheStoreDeniesIt() throws {
        let venue = try Venue.published()
        let server = try AnswerServer(
            "HTTP/1.1 403 Forbidden\r\nContent-Type: application/xml\r\nContent-Length: 40\r\n\r\n"
                + "<Error><Code>AccessDenied</Code></Error>")
        let before = try home(venue)
        let result = try Program.run(
            "bundle-publish",
            [
                "keys", "rotate-online", "--in", "s3://bucket", "--bundles", venue.seasons,
                "--home", venue.folder["home"],
            ],
            environment: [
                "AWS_ENDPOINT_URL": server.address, "AWS_ACCESS_KEY_ID": "id",
                "AWS_SECRET_ACCESS_KEY": "secret",
            ])
        #expect(result.status == 1, "\(result)")
        #expect(result.messages.contains("AccessDenied"), "\(result)")
        #expect(try home(venue) == before)
    }

    /// Everything in the home but its locks.
    private func home(_ venue: Venue) throws -> [String: Data] {
        try venue.folder.contents(of: "home").filter { !$0.key.hasSuffix(".lock") }
    }
}
