import BundleArchive
import TUF
import TestSupport
import Testing
import WebTransport

@testable import BundlePublisher

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
        Case("no validator", []) { $0.timestamp.headers = [] },
        Case("a file older than its signature", [weak + "Thu, 01 Jan 1970 00:00:01 GMT, which is"])
        {
            $0.serve(etag: "\"1-1f4\"", modified: "Thu, 01 Jan 1970 00:00:01 GMT")
        },
        Case("no tag, and a file older than its signature", [weak]) {
            $0.serve(etag: nil, modified: "Wed, 25 Nov 2026 23:00:00 GMT")
        },
        Case("a file as old as its signature", []) {
            $0.serve(etag: "\"6a077d00-1f4\"", modified: "Thu, 26 Nov 2026 00:00:00 GMT")
        },
        Case("a hash as the tag of an old file", []) {
            $0.serve(
                etag: "\"5eb63bbbe01eeed093cb22bb8f5acdc3\"",
                modified: "Thu, 01 Jan 1970 00:00:01 GMT")
        },
        Case("another publisher's version, which is no time", []) {
            $0.serve(etag: nil, modified: "Thu, 01 Jan 1970 00:00:01 GMT")
            $0.timestamp.body = timestamp(7)
            $0.timestampUncached?.body = timestamp(7)
        },
        Case("a tag that is the length", [weak + "the ETag \"7e\", which is only"]) {
            $0.serve(etag: "\"7e\"", modified: "Thu, 26 Nov 2026 00:00:00 GMT")
        },
        Case("one tag for two files", [weak + "the ETag \"x\" for two different files"]) {
            $0.serve(etag: "\"x\"", modified: nil)
            $0.piece?.headers = [.init("etag", "\"x\"")]
        },
        Case("one tag before and after a change", [weak + "the ETag", "warning: timestamp.json"]) {
            $0.serve(etag: "\"x\"", modified: nil)
            $0.timestampUncached = $0.timestamp
            $0.timestampUncached?.body = timestamp(1_795_651_201)
        },
        Case("a day in caches", ["warning: timestamp.json: expected Cache-Control of at most 300"])
        {
            $0.timestamp.headers.append(.init("cache-control", "public, max-age=86400"))
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
        Case("a good page", []) { $0.page = pageFiles() },
        Case("another name of the scripts' type", []) {
            $0.page = pageFiles(type: "application/javascript", of: "page.js")
        },
        Case("a script as plain text", [page + "page.js: expected the type text/javascript, found"])
        {
            $0.page = pageFiles(type: "text/plain; charset=utf-8", of: "page.js")
        },
        Case("a page in place of the module", [page + "match-breakdown.wasm: expected the type"]) {
            $0.page = pageFiles(type: "text/html", of: "match-breakdown.wasm")
        },
        Case("a module of no type", ["warning: match-breakdown.wasm: expected the type"]) {
            $0.page = pageFiles(type: "application/octet-stream", of: "match-breakdown.wasm")
        },
        Case("a worker as plain text", ["warning: match-worker.js: expected the type text/java"]) {
            $0.page = pageFiles(type: "text/plain", of: "match-worker.js")
        },
        Case("an absent script", [page + "page.js: expected status 200, found 404"]) {
            $0.page = pageFiles(of: "page.js") { $0.status = 404 }
        },
        Case("an absent worker", ["warning: match-worker.js: expected status 200, found 404"]) {
            $0.page = pageFiles(of: "match-worker.js") { $0.status = 404 }
        },
        Case("a page of another name", ["warning: match.html: expected no redirect, found one to"])
        {
            $0.page = pageFiles(of: "match.html") { $0.redirects = ["/match"] }
        },
        Case("a worker of another name", ["warning: match-worker.js: expected no redirect"]) {
            $0.page = pageFiles(of: "match-worker.js") { $0.redirects = ["/worker.js"] }
        },
        Case("a script that was changed", ["warning: page.js: expected the published bytes"]) {
            $0.page = pageFiles(of: "page.js") { $0.body = Array("2;".utf8) }
        },
        Case("no compression", ["warning: match-breakdown.wasm: expected a compressed answer"]) {
            $0.page = pageFiles(of: "match-breakdown.wasm") { $0.headers.removeLast() }
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
            "\($0.severity.rawValue): \($0.message)"
        }
        #expect(found.count == example.findings.count, "\(found)")
        for (line, start) in zip(found, example.findings) {
            #expect(line.hasPrefix(start), "\(line)")
        }
    }

    /// All files of a reproducible image have one time.
    @Test(
        .needs(programs: "nginx"),
        arguments: [
            ("error_page 404 =200 /index.html;", "error: a file that is not there: expected"),
            ("expires 1d;", "warning: timestamp.json: expected Cache-Control of at most 300"),
            ("", "error: timestamp.json: expected an ETag and Last-Modified that change"),
        ])
    func verifyNamesWhatIsWrongWithARealServer(_ directives: String, _ says: String) throws {
        let fixture = try SeasonFixture.publishedNow()
        let touched = try Program.run(
            "/usr/bin/find", [fixture.site, "-exec", "touch", "-d", "@1", "{}", "+"])
        try #require(touched.status == 0, "\(touched.messages)")
        let server = try Nginx(serving: fixture.site, directives: directives)
        let verified = try fixture.expect(1, of: "verify --in \(server.address)")
        #expect(verified.output.contains(says), "\(verified.output)")
    }

    private static let types =
        "types { text/html html; text/javascript js; application/wasm wasm; } "

    /// The answers for a page, all of them good but for one file.
    private static func pageFiles(
        type: String? = nil, of name: String = "", change: (inout WebAnswer) -> Void = { _ in }
    ) -> [PageReview.File] {
        let place = "web/0123456789abcdef"
        let bytes = Array("1;".utf8)
        let worker = Array("[{\"hash\":\"\(ContentHasher.hex(of: bytes))\"}]".utf8)
        let paths = ["match.html", "match-worker.js", "\(place)/page.js"]
        let module = "\(place)/match-breakdown.wasm"
        return (paths + [module, module]).enumerated().map { position, path in
            let isChanged = path.hasSuffix(name) && !name.isEmpty
            let expected = PublishFile(path: path, bytes: []).contentType
            var answer = WebAnswer(
                status: 200,
                headers: [
                    .init("content-type", isChanged ? type ?? expected : expected),
                    .init("content-encoding", "br"),
                ], body: path == "match-worker.js" ? worker : bytes)
            if isChanged { change(&answer) }
            return PageReview.File(path: path, answer: answer, mayBeCompressed: position == 4)
        }
    }

    private static let page = "error: "

    /// Without directives, nginx serves scripts as plain text.
    @Test(
        .needs(programs: "nginx"),
        arguments: [
            ("", 1, "error: page.js: expected the type text/javascript, found text/plain"),
            (
                types
                    + "rewrite ^/match.html$ /match redirect; rewrite ^/match$ /match.html break;",
                0, "warning: match.html: expected no redirect, found one to"
            ),
            (
                types + "location = /match-worker.js { return 404; }", 0,
                "warning: match-worker.js: expected status 200, found 404"
            ),
        ])
    func verifyAsksForWhatThePageNeeds(
        _ directives: String, _ status: Int32, _ says: String
    ) throws {
        let fixture = try SeasonFixture.publishedNow()
        try fixture.writePage()
        let server = try Nginx(serving: fixture.site, directives: directives)
        let verified = try fixture.expect(status, of: "verify --in \(server.address)")
        #expect(verified.output.contains(says), "\(verified.output)")
    }

    private static let good = HostingAnswers(
        timestamp: WebAnswer(
            status: 200,
            headers: [.init("etag", "\"1\""), .init("content-type", "application/json")],
            body: timestamp(7)),
        timestampUncached: WebAnswer(status: 200, body: timestamp(7)),
        absent: WebAnswer(status: 404), piece: WebAnswer(status: 206))

    private static let weak =
        "error: timestamp.json: expected an ETag and Last-Modified that change with the file, found "

    fileprivate static func timestamp(_ version: Int64) -> [UInt8] {
        Array(
            """
            {"signatures":[],"signed":{"_type":"timestamp","spec_version":"1.0.31",\
            "version":\(version),"expires":"2027-01-15T08:00:00Z"}}
            """.utf8)
    }
}

extension HostingAnswers {
    /// Gives the timestamp, signed on 2026-11-26 at midnight, these validators.
    fileprivate mutating func serve(etag: String?, modified: String?) {
        timestamp.headers = [.init("content-type", "application/json")]
        if let etag { timestamp.headers.append(.init("etag", etag)) }
        if let modified { timestamp.headers.append(.init("last-modified", modified)) }
        timestamp.body = HostingReviewTests.timestamp(1_795_651_200)
        timestampUncached?.body = timestamp.body
    }
}
