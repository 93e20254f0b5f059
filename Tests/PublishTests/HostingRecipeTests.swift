import Foundation
import RepositoryTransport
import TUF
import TestSupport
import Testing
import WebTransport

@testable import BundlePublisher

/// The recipes of docs/HOSTING.md: what is printed there is what runs here.
@Suite struct HostingRecipeTests {
    /// A comment naming a file, then a block with its text.
    @Test func theDocumentShowsTheFilesAsTheyAre() throws {
        let document = try String(contentsOfFile: Checkout.path("docs/HOSTING.md"), encoding: .utf8)
        var shown: Set<String> = []
        for block in document.matches(of: /<!-- (hosting\/[a-z.-]+) -->\n```[a-z]*\n((?s).*?)```/) {
            let file = String(block.1)
            let text = try String(contentsOfFile: Checkout.path(file), encoding: .utf8)
            #expect(text == block.2, "\(file)")
            shown.insert(file)
        }
        #expect(shown.isSuperset(of: ["hosting/nginx.conf", "hosting/varnish.vcl"]))
    }

    @Test(.needs(programs: "nginx"))
    func verifyHasNothingToSayOfNginx() throws {
        let fixture = try SeasonFixture.publishedNow()
        try fixture.writePage()
        let server = try Nginx(serving: fixture.site, recipe: Checkout.path("hosting/nginx.conf"))
        try expectWell(server.address, fixture)
    }

    @Test(.needs(programs: "nginx", "varnishd"))
    func verifyHasNothingToSayOfVarnish() throws {
        let fixture = try SeasonFixture.publishedNow()
        try fixture.writePage()
        let server = try Nginx(serving: fixture.site, recipe: Checkout.path("hosting/nginx.conf"))
        let edge = try Varnish(before: server.port, recipe: Checkout.path("hosting/varnish.vcl"))
        // The second time from its store.
        for _ in 1...2 { try expectWell(edge.address, fixture) }
        #expect(try server.requests().count { $0.contains("bundle.zip") } == 2)
    }

    @Test(.needs(programs: "nginx", "varnishd"))
    func edgesOutOfStepAreNoAlarm() throws {
        let fixture = try SeasonFixture.publishedNow()
        let origin = try Nginx(serving: fixture.site, recipe: Checkout.path("hosting/nginx.conf"))
        let edges = try (1...2).map { _ in
            try Varnish(before: origin.port, recipe: Checkout.path("hosting/varnish.vcl"))
        }
        #expect(try fixture.poll(edges[0].address).status == 0)
        try fixture.addSeason(2024, title: "Second")
        try fixture.expect(of: "publish --in SITE")
        #expect(try fixture.poll(edges[1].address).status == 0)
        #expect(try fixture.folder.read("state/current/2024/match.json").contains("Second"))
        let behind = try fixture.poll(edges[0].address)
        #expect(behind.status == 0)
        #expect(behind.messages.contains("a cache on the way is behind"), "\(behind.messages)")
        #expect(try fixture.folder.read("state/current/2024/match.json").contains("Second"))
    }

    private func expectWell(_ address: String, _ fixture: SeasonFixture) throws {
        let result = try fixture.expect(of: "verify --in \(address)")
        let lines = result.output.split(separator: "\n")
        #expect(lines.count == 4 && lines.dropFirst().allSatisfy { $0.contains(": updates to") })
    }

    static let unchanging = "public, max-age=31536000, immutable"
    static let minute = "public, max-age=60, must-revalidate"
    /// Files below `metadata/`: the status, Cache-Control and Content-Type that they are served with.
    static let headers = [
        ("timestamp.json", 200, minute, "application/json"),
        ("1.root.json", 200, unchanging, "application/json"),
        ("2.root.json", 404, "no-store", "text/plain"),
        ("../targets/f1/2024/0.zip", 404, "no-store", "text/plain"),
        ("../index.html", 200, minute, "text/html"), ("../.lock", 404, "no-store", "text/plain"),
    ]

    @Test(.needs(programs: "nginx"))
    func nginxSaysHowLongWhatMayBeKept() throws {
        let fixture = try SeasonFixture.publishedNow()
        for (name, _) in Self.viewer { try fixture.folder.write("text", to: "site/\(name)") }
        let server = try Nginx(serving: fixture.site, recipe: Checkout.path("hosting/nginx.conf"))
        let web = try CurlFetcher(
            address: RepositoryAddress(server.address), options: WebOptions(userAgent: "test"))
        for (path, status, cacheControl, type) in Self.headers {
            let answer = try web.answer(to: Self.metadata(path))
            #expect(answer.status == status, "\(path)")
            #expect(answer.header("cache-control") == cacheControl, "\(path)")
            #expect(answer.header("content-type") == type, "\(path)")
        }
        let bundle = try #require(fixture.folder.contents(of: "site/targets/f1").keys.first)
        let answer = try web.answer(
            to: FetchRequest(base: .targets, path: "f1/\(bundle)", lengthBytesMax: 1 << 20))
        #expect(answer.header("cache-control") == Self.unchanging)
        #expect(answer.header("content-type") == "application/zip")
        for (name, type) in Self.viewer {
            let isPage = type == "text/html"
            let answer = try web.answer(to: Self.metadata("../\(name)"))
            let isFixed = name.hasPrefix("web/")
            let cacheControl = isFixed ? Self.unchanging : Self.minute
            #expect(answer.header("cache-control") == cacheControl, "\(name)")
            #expect(answer.header("content-type") == type, "\(name)")
            #expect(answer.header("x-content-type-options") == "nosniff")
            #expect(
                answer.header("content-security-policy")
                    == (isPage ? "frame-ancestors 'none'" : nil))
            // An object store is told the same.
            let file = PublishFile(path: name, bytes: [])
            #expect(file.contentType.hasPrefix(type) && file.cacheControl == cacheControl)
        }
    }

    /// The page that draws matches.
    private static let viewer = [
        ("match.html", "text/html"), ("match-worker.js", "text/javascript"),
        ("web/0/page.js", "text/javascript"), ("web/0/page.css", "text/css"),
        ("web/0/match-breakdown.wasm", "application/wasm"), ("web/0/icon-192.png", "image/png"),
        ("web/0/match.webmanifest", "application/manifest+json"),
    ]

    private static func metadata(_ path: String) -> FetchRequest {
        FetchRequest(base: .metadata, path: path, lengthBytesMax: 1 << 20)
    }
}
