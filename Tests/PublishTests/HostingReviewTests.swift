import RepositoryTransport
import TUF
import TestSupport
import Testing
import WebTransport

@testable import BundlePublisher
@testable import SeasonAuthoring
@testable import bundle_publish

/// What a server's answers mean for agents; and a real server that gives such answers.
@Suite struct HostingReviewTests {
    struct Case: CustomTestStringConvertible {
        let testDescription: String
        /// The beginnings of what is found, with its severity.
        let findings: [String]
        let change: @Sendable (inout HostingAnswers) -> Void

        init(
            _ name: String, _ findings: [String],
            _ change: @escaping @Sendable (inout HostingAnswers) -> Void
        ) {
            (testDescription, self.findings, self.change) = (name, findings, change)
        }
    }

    static let cases = [
        Case("nothing wrong", []) { _ in },
        Case("no validator", ["warning: timestamp.json: expected an ETag or Last-Modified"]) {
            $0.timestamp.headers = []
            $0.timestampAgain = nil
        },
        Case("a validator that changes nothing", ["warning: timestamp.json: expected status 304"]) {
            $0.timestampAgain = $0.timestamp
        },
        Case("a day in caches", ["warning: timestamp.json: expected Cache-Control of at most 300"])
        {
            $0.timestamp.headers.append(.init("cache-control", "public, max-age=86400"))
        },
        Case("a day in shared caches", ["warning: timestamp.json: expected Cache-Control"]) {
            $0.timestamp.headers.append(.init("cache-control", "max-age=0, S-MaxAge=\"86400\""))
        },
        Case("a minute in caches", []) {
            $0.timestamp.headers.append(.init("cache-control", "max-age=60"))
        },
        Case("revalidated each time", []) {
            $0.timestamp.headers.append(.init("cache-control", "no-cache, max-age=86400"))
        },
        Case("no ranges", ["warning: bundles: expected status 206"]) { $0.piece?.status = 200 },
        Case("a redirect", ["warning: redirect: expected none, found one to https://b/"]) {
            $0.timestamp.redirects = ["https://b/"]
        },
        Case("a redirect out of https", ["error: redirect: expected to stay on https"]) {
            $0.isEncrypted = true
            $0.timestamp.redirects = ["http://b/"]
        },
        Case("a redirect into https", ["warning: redirect: expected none"]) {
            $0.timestamp.redirects = ["https://b/"]
        },
        Case("a web page", ["error: timestamp.json: expected JSON, found text/html"]) {
            $0.timestamp.body = Array("<!DOCTYPE html>".utf8)
        },
        Case("JSON called a web page", ["warning: timestamp.json: expected JSON"]) {
            $0.timestamp.headers = [
                .init("etag", "\"1\""), .init("content-type", "text/html; charset=utf-8"),
            ]
        },
        Case("a fallback page", ["error: a file that is not there: expected status 404, found 200"])
        {
            $0.absent?.status = 200
        },
        Case("403 for what is not there", []) { $0.absent?.status = 403 },
        Case("404 kept by caches", ["warning: a file that is not there: expected that no cache"]) {
            $0.absent?.headers.append(.init("cache-control", "public, max-age=60"))
        },
        Case("404 from a cache", ["warning: a file that is not there: expected that no cache"]) {
            $0.absent?.headers.append(.init("age", "12"))
        },
        Case("a stale edge", ["warning: timestamp.json: expected version 8, found the older 7"]) {
            $0.timestampUncached?.body = timestamp(8)
        },
        Case("an old copy", ["warning: timestamp.json: expected it fresh, found a copy of 900"]) {
            $0.timestamp.headers.append(.init("age", "900"))
        },
        Case("errors first", ["error: a file that is not there", "warning: bundles"]) {
            $0.piece?.status = 200
            $0.absent?.status = 200
        },
    ]

    @Test(arguments: cases) func finds(_ example: Case) {
        var answers = Self.good
        example.change(&answers)
        let found = HostingReview.findings(answers).map {
            "\($0.severity.rawValue): \(HostingText.words($0.problem).message)"
        }
        #expect(found.count == example.findings.count, "\(found)")
        for (line, start) in zip(found, example.findings) {
            #expect(line.hasPrefix(start), "\(line)")
        }
    }

    struct Served: CustomTestStringConvertible {
        let testDescription: String
        let directives: String
        let status: Int32
        /// Part of what is printed.
        let line: String
    }

    static let served = [
        Served(
            testDescription: "as nginx does by itself", directives: "", status: 0,
            line: "oldest supported root: updates to root 1, 2 bundles"),
        Served(
            testDescription: "without validators",
            directives: "etag off; if_modified_since off; "
                + "add_header Last-Modified '';", status: 0,
            line: "warning: timestamp.json: expected an ETag or Last-Modified, found neither"),
        Served(
            testDescription: "to be kept for a day", directives: "expires 1d;", status: 0,
            line: "warning: timestamp.json: expected Cache-Control of at most 300 seconds, "
                + "found 86400"),
        Served(
            testDescription: "without ranges", directives: "max_ranges 0;", status: 0,
            line: "warning: bundles: expected status 206 for a range, found 200"),
        Served(
            testDescription: "with a fallback page",
            directives: "error_page 404 =200 /index.html;", status: 1,
            line: "error: a file that is not there: expected status 404, found 200"),
        Served(
            testDescription: "not at all", directives: "return 503;", status: 1,
            line: "the server answered with status 503"),
    ]

    @Test(.enabled(if: Nginx.path != nil, "no nginx"), arguments: served)
    func verifyOfARealServer(_ example: Served) throws {
        let fixture = try SeasonFixture.publishedNow()
        let server = try Nginx(serving: fixture.site, directives: example.directives)
        let result = try Program.run(
            "bundle-publish", ["verify", "--in", server.address, "--home", fixture.home.path])
        #expect(result.status == example.status, "\(result.output)\(result.messages)")
        #expect((result.output + result.messages).contains(example.line), "\(result.output)")
    }

    private static let good = HostingAnswers(
        timestamp: WebAnswer(
            status: 200,
            headers: [.init("etag", "\"1\""), .init("content-type", "application/json")],
            body: timestamp(7)),
        timestampAgain: WebAnswer(status: 304),
        timestampUncached: WebAnswer(status: 200, body: timestamp(7)),
        absent: WebAnswer(status: 404), piece: WebAnswer(status: 206))

    private static func timestamp(_ version: Int64) -> [UInt8] {
        Array(
            """
            {"signatures":[],"signed":{"_type":"timestamp","spec_version":"1.0.31",\
            "version":\(version),"expires":"2027-01-15T08:00:00Z"}}
            """.utf8)
    }
}
