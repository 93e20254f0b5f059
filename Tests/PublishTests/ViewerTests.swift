import BundleArchive
import Foundation
import JSON
import TUF
import TestSupport
import Testing

@testable import BundlePublisher
@testable import SeasonAuthoring

/// The page that draws matches: what a publish writes of it, where, and in which order.
@Suite struct ViewerTests {
    /// A published directory whose page is made of these files.
    private func fixture(_ files: [String: String] = Self.files) throws -> SeasonFixture {
        let fixture = try SeasonFixture()
        for (name, text) in files { try fixture.folder.write(text, to: "viewer/\(name)") }
        return fixture
    }

    private static let files = [
        "match.html": "<script type=\"module\" src=\"@web@/page.js\"></script>\n",
        "page.js": "1;\n", "page.css": "main {}\n", "match-breakdown.wasm": "module",
    ]

    private func viewer(_ fixture: SeasonFixture) throws -> Viewer {
        try #require(Viewer(folder: fixture.folder["viewer"]))
    }

    @Test func thePageNamesOneFolderThatItsFilesAreHashedInto() throws {
        let first = try viewer(fixture())
        let page = String(decoding: try first.page.bytes(), as: UTF8.self)
        let folder = try #require(page.firstMatch(of: /src="(web\/[0-9a-f]{16})\/page\.js"/)).1
        #expect(
            first.assets.map(\.path).sorted()
                == ["match-breakdown.wasm", "page.css", "page.js", "tables.css"].map {
                    "\(folder)/\($0)"
                })
        #expect(first.page.path == "match.html" && first.page.life == .replaced)
        #expect(first.assets.allSatisfy { $0.life == .immutable && !$0.isPage })
    }

    @Test func anotherModuleGivesAnotherFolderToAllFiles() throws {
        var files = Self.files
        files["match-breakdown.wasm"] = "another module"
        let (old, new) = (try viewer(fixture()), try viewer(fixture(files)))
        #expect(Set(old.assets.map(\.path)).isDisjoint(with: new.assets.map(\.path)))
        #expect(try old.page.bytes() != new.page.bytes())
        #expect(try viewer(fixture()).page.bytes() == old.page.bytes(), "equal files, equal page")
    }

    @Test(arguments: ["match.html", "match-breakdown.wasm"])
    func aFolderThatLacksAFileIsNoPage(_ name: String) throws {
        var files = Self.files
        files[name] = nil
        #expect(Viewer(folder: try fixture(files).folder["viewer"]) == nil)
        #expect(Viewer(folder: "/nowhere") == nil)
        // So is one with a name that needs escapes.
        files = Self.files
        files["a b.js"] = "1;"
        #expect(Viewer(folder: try fixture(files).folder["viewer"]) == nil)
    }

    @Test func aPublishWritesThePageAfterItsFilesAndLinksToIt() throws {
        let fixture = try fixture()
        try fixture.makeHome()
        let written = try fixture.publish(viewerFolder: fixture.folder["viewer"]).written
        let files = written.enumerated().filter { $0.element.hasPrefix("web/") }.map(\.offset)
        let page = try #require(written.firstIndex(of: "match.html"))
        let index = try #require(written.firstIndex(of: "index.html"))
        #expect(files.count == 4 && files.allSatisfy { $0 < page } && page < index)
        #expect(written.last == "metadata/timestamp.json")
        #expect(try fixture.folder.read("site/index.html").contains("href=\"match.html\""))
        // Nothing changed: the page stays, and nothing of it is written again.
        let again = try fixture.publish(viewerFolder: fixture.folder["viewer"]).written
        #expect(again.isEmpty)
    }

    @Test func aProgramWithoutTheFilesLeavesThePageThatIsThere() throws {
        let fixture = try fixture()
        try fixture.makeHome()
        _ = try fixture.publish(viewerFolder: fixture.folder["viewer"])
        let page = try fixture.folder.read("site/match.html")
        try fixture.addSeason(2026)
        _ = try fixture.publish(viewerFolder: nil)
        #expect(try fixture.folder.read("site/match.html") == page)
        #expect(try fixture.folder.read("site/index.html").contains("href=\"match.html\""))
    }

    /// What the preview serves leads the page to the season, by the same chain as a published directory.
    @Test func anUnpublishedSeasonIsLedToByMetadataThatNobodySigned() throws {
        let fixture = try fixture()
        let packed = try #require(try SeasonPacker(folder: fixture.bundles).pack(nil).first)
        let site = try UnpublishedSite(packed, viewer: viewer(fixture), now: SeasonFixture.start)
        func signed(_ path: String) throws -> JSON {
            let bytes = try #require(site.files[path]).bytes()
            let json = try JSON.parse(bytes)
            #expect(json["signatures"]?.arrayValue?.isEmpty == true)
            return try #require(json["signed"])
        }
        let version = SeasonFixture.start.unixSeconds
        let link = try #require(try signed("metadata/timestamp.json")["meta"]?["snapshot.json"])
        #expect(link["version"]?.integerValue == version)
        let snapshot = try #require(site.files["metadata/\(version).snapshot.json"]).bytes()
        #expect(link["hashes"]?["sha256"]?.stringValue == ContentHasher.hex(of: snapshot))
        let targets = try signed("metadata/\(version).targets.json")
        let sha256 = try #require(
            targets["targets"]?["f1/2024/bundle.zip"]?["hashes"]?["sha256"]?.stringValue)
        let zip = try #require(site.files["targets/f1/2024/\(sha256).bundle.zip"]).bytes()
        #expect(ContentHasher.hex(of: zip) == sha256)
        #expect(site.files["match.html"] != nil)
    }

    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/node"), "no node"))
    func thePageDecidesRightly() throws {
        let result = try Program.run(
            "/usr/bin/node", ["--test", Checkout.path("Tests/Pages/logic.test.mjs")])
        #expect(result.status == 0, "\(result.output)\(result.messages)")
    }

    @Test func onlyTheRenderersTablesAreReadAsHTML() throws {
        let folder = Checkout.path("web/page")
        var places: [String] = []
        for name in try FileManager.default.contentsOfDirectory(atPath: folder)
        where name.hasSuffix(".js") {
            let text = try String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8)
            for line in text.split(separator: "\n") {
                // HTML is also read by these names; tests of the page in a browser read it, too.
                let words = [
                    "innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "DOMParser",
                    "setHTMLUnsafe", "eval(", "new Function", "createContextualFragment",
                ]
                if words.contains(where: { line.contains($0) }) { places.append("\(name):\(line)") }
            }
        }
        #expect(
            places == [
                "drawing.js:  shadow.append(document.createRange().createContextualFragment(text));"
            ])
        let page = try String(contentsOfFile: "\(folder)/match.html", encoding: .utf8)
        #expect(page.contains("default-src 'none'; script-src 'self' 'wasm-unsafe-eval';"))
        #expect(
            !page.contains("unsafe-inline") && !page.contains(" style=") && !page.contains(" on"))
    }
}
