import Foundation
import RepositoryTransport
import TUF
import TestSupport
import Testing
import WebTransport

@testable import BundlePublisher
@testable import SeasonAuthoring

/// The recipes of docs/HOSTING.md: what is printed there is what runs here.
@Suite struct HostingRecipeTests {
    /// A comment naming a file, then a block with its text.
    @Test func theDocumentShowsTheFilesAsTheyAre() throws {
        let document = try String(
            contentsOfFile: Checkout.path("docs/HOSTING.md"), encoding: .utf8)
        var shown: Set<String> = []
        for block in document.matches(of: /<!-- (hosting\/[a-z.-]+) -->\n```[a-z]*\n((?s).*?)```/) {
            let file = String(block.1)
            let text = try String(contentsOfFile: Checkout.path(file), encoding: .utf8)
            #expect(text == block.2, "\(file)")
            shown.insert(file)
        }
        #expect(shown.isSuperset(of: ["hosting/nginx.conf", "hosting/varnish.vcl"]))
    }

    @Test(.enabled(if: Nginx.path != nil, "no nginx"))
    func verifyHasNothingToSayOfNginx() throws {
        let fixture = try SeasonFixture.publishedNow()
        let server = try Nginx(serving: fixture.site, recipe: Checkout.path("hosting/nginx.conf"))
        try expectWell(server.address, fixture)
    }

    @Test(.enabled(if: Nginx.path != nil && Varnish.path != nil, "no nginx or no varnish"))
    func verifyHasNothingToSayOfVarnish() throws {
        let fixture = try SeasonFixture.publishedNow()
        let server = try Nginx(serving: fixture.site, recipe: Checkout.path("hosting/nginx.conf"))
        let edge = try Varnish(
            before: server.port, recipe: Checkout.path("hosting/varnish.vcl"))
        // The second time from its store.
        for _ in 1...2 { try expectWell(edge.address, fixture) }
        #expect(try server.requests().count { $0.contains("bundle.zip") } == 2)
    }

    private func expectWell(_ address: String, _ fixture: SeasonFixture) throws {
        let result = try Program.run(
            "bundle-publish", ["verify", "--in", address, "--home", fixture.home.path])
        #expect(result.status == 0, "\(result.messages)")
        let lines = result.output.split(separator: "\n")
        #expect(lines.count == 4 && lines.dropFirst().allSatisfy { $0.contains(": updates to") })
    }

    private func expect(_ headers: Headers, in answer: WebAnswer) {
        #expect(answer.status == headers.status, "\(headers)")
        #expect(answer.header("cache-control") == headers.cacheControl, "\(headers)")
        #expect(answer.header("content-type") == headers.contentType, "\(headers)")
    }

    struct Headers: CustomTestStringConvertible {
        let testDescription: String
        let request: FetchRequest
        let status: Int
        let cacheControl: String
        let contentType: String
    }

    static let unchanging = "public, max-age=31536000, immutable"
    static let minute = "public, max-age=60, must-revalidate"
    static let headers = [
        Headers(
            testDescription: "timestamp", request: metadata("timestamp.json"), status: 200,
            cacheControl: minute, contentType: "application/json"),
        Headers(
            testDescription: "root", request: metadata("1.root.json"), status: 200,
            cacheControl: unchanging, contentType: "application/json"),
        Headers(
            testDescription: "next root", request: metadata("2.root.json"), status: 404,
            cacheControl: "no-store", contentType: "text/plain"),
        Headers(
            testDescription: "a bundle that is gone",
            request: FetchRequest(base: .targets, path: "f1/2024/0.zip", lengthBytesMax: 1 << 20),
            status: 404, cacheControl: "no-store", contentType: "text/plain"),
        Headers(
            testDescription: "page", request: metadata("../index.html"), status: 200,
            cacheControl: minute, contentType: "text/html"),
        Headers(
            testDescription: "the publisher's lock", request: metadata("../.lock"), status: 404,
            cacheControl: "no-store", contentType: "text/plain"),
    ]

    @Test(.enabled(if: Nginx.path != nil, "no nginx"))
    func nginxSaysHowLongWhatMayBeKept() throws {
        let fixture = try SeasonFixture.publishedNow()
        let server = try Nginx(serving: fixture.site, recipe: Checkout.path("hosting/nginx.conf"))
        let web = try CurlFetcher(
            address: RepositoryAddress(server.address), options: WebOptions(userAgent: "test"))
        for example in Self.headers { expect(example, in: try web.answer(to: example.request)) }
        let bundle = try #require(fixture.folder.contents(of: "site/targets/f1").keys.first)
        let answer = try web.answer(
            to: FetchRequest(base: .targets, path: "f1/\(bundle)", lengthBytesMax: 1 << 20))
        #expect(answer.header("cache-control") == Self.unchanging)
        #expect(answer.header("content-type") == "application/zip")
    }

    @Test(.enabled(if: Nginx.path != nil, "no nginx"), arguments: Self.viewerHeaders)
    func nginxServesThePageThatDrawsMatches(_ example: Headers) throws {
        let fixture = try SeasonFixture.publishedNow()
        for name in [
            "match.html", "match-worker.js", "web/0/page.js", "web/0/page.css",
            "web/0/match-breakdown.wasm", "web/0/icon-192.png", "web/0/match.webmanifest",
        ] {
            try fixture.folder.write("text", to: "site/\(name)")
        }
        let server = try Nginx(serving: fixture.site, recipe: Checkout.path("hosting/nginx.conf"))
        let web = try CurlFetcher(
            address: RepositoryAddress(server.address), options: WebOptions(userAgent: "test"))
        let answer = try web.answer(to: example.request)
        expect(example, in: answer)
        #expect(answer.header("x-content-type-options") == "nosniff")
        let isPage = example.contentType == "text/html"
        #expect(
            answer.header("content-security-policy") == (isPage ? "frame-ancestors 'none'" : nil))
    }

    static let viewerHeaders = [
        Headers(
            testDescription: "page", request: metadata("../match.html"), status: 200,
            cacheControl: minute, contentType: "text/html"),
        Headers(
            testDescription: "script", request: metadata("../web/0/page.js"), status: 200,
            cacheControl: unchanging, contentType: "text/javascript"),
        Headers(
            testDescription: "style", request: metadata("../web/0/page.css"), status: 200,
            cacheControl: unchanging, contentType: "text/css"),
        Headers(
            testDescription: "worker", request: metadata("../match-worker.js"), status: 200,
            cacheControl: minute, contentType: "text/javascript"),
        Headers(
            testDescription: "icon", request: metadata("../web/0/icon-192.png"), status: 200,
            cacheControl: unchanging, contentType: "image/png"),
        Headers(
            testDescription: "manifest", request: metadata("../web/0/match.webmanifest"),
            status: 200, cacheControl: unchanging, contentType: "application/manifest+json"),
        Headers(
            testDescription: "module", request: metadata("../web/0/match-breakdown.wasm"),
            status: 200, cacheControl: unchanging, contentType: "application/wasm"),
    ]

    private static func metadata(_ path: String) -> FetchRequest {
        FetchRequest(base: .metadata, path: path, lengthBytesMax: 1 << 20)
    }
}
