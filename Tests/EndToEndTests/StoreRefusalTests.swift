import Foundation
import TestSupport
import Testing

/// A rotation changes only the home, and after a theft it must not wait for a store.
@Suite struct StoreRefusalTests {
    @Test func aStoreThatDeniesItDelaysNoRotation() throws {
        let venue = try Venue.published()
        let server = try AnswerServer(
            "HTTP/1.1 403 Forbidden\r\nContent-Type: application/xml\r\nContent-Length: 40\r\n\r\n"
                + "<Error><Code>AccessDenied</Code></Error>")
        let result = try Program.run(
            "bundle-publish",
            [
                "keys", "rotate-online", "--in", "s3://bucket", "--home", venue.folder["home"],
            ],
            environment: [
                "AWS_ENDPOINT_URL": server.address, "AWS_ACCESS_KEY_ID": "id",
                "AWS_SECRET_ACCESS_KEY": "secret",
            ])
        #expect(result.status == 0, "\(result)")
        #expect(try venue.folder.contents(of: "home")["decisions.txt"] != nil, "\(result)")
    }
}
