import BundleArchive
import BundleFormat
@testable import BundlePublisher
import Foundation
import JSON
@testable import SeasonAuthoring
import Testing
import TestSupport
import Text
import TUF

/// The page that draws matches: what a publish writes of it, where, and in which order.
@Suite struct ViewerTests {
    /// A published directory whose page is made of these files.
    private func fixture(_ files: [String: String] = Self.files) throws -> SeasonFixture {
        let fixture = try SeasonFixture()
        for (name, text) in files { try fixture.folder.write(text, to: "viewer/\(name)") }
        return fixture
    }

    private static let files = [
        "match.html": """
        <meta name="tba-api" content="https://api"><meta name="seasons" content="@seasons@">
        <script src="@web@/page.js"></script> @root@

        """,
        "match-worker.js": "\"@web@\" @files@\n",
        "page.js": "1;\n", "page.css": "main {}\n", "match-breakdown.wasm": "module",
    ]
    private static let root = Array("root".utf8)

    /// The files for a directory with one root and no seasons, by path.
    private func written(
        _ files: [String: String] = Self.files, root: [UInt8] = Self.root
    ) throws -> [String: String] {
        let viewer = try viewer(fixture(files))
        let written = viewer.files(root: root, bundles: [:])
        return Dictionary(
            uniqueKeysWithValues: written.map {
                ($0.path, String(decoding: $0.bytes, as: UTF8.self))
            })
    }

    private func folder(_ written: [String: String]) throws -> Substring {
        try #require(written["match.html"]?.firstMatch(of: /src="(web\/[0-9a-f]{16})\/page\.js"/)).1
    }

    private func viewer(_ fixture: SeasonFixture) throws -> Viewer {
        try #require(Viewer(folder: fixture.folder["viewer"]))
    }

    @Test func thePageNamesOneFolderThatItsFilesAreHashedInto() throws {
        let files = try written()
        let folder = try folder(files)
        let names = ["match-breakdown.wasm", "page.css", "page.js", "root.json", "tables.css"]
        #expect(
            files.keys.sorted()
                == (names.map { "\(folder)/\($0)" } + ["match.html", "match-worker.js"]).sorted())
        #expect(files["\(folder)/root.json"] == "root")
        #expect(files["match.html"]?.hasSuffix("</script> \(folder)/root.json\n") == true)
        #expect(files["match.html"]?.contains("content=\"[]\"") == true)
        #expect(files["match-worker.js"]?.hasPrefix("\"\(folder)\" [{") == true)
        #expect(!PublishFile(path: "match-worker.js", bytes: []).isImmutable)
    }

    @Test func theWorkerKnowsTheHashAndTheTypeOfEachFile() throws {
        let files = try written()
        let worker = try #require(files["match-worker.js"])
        let list = try JSON.parse(String(worker.drop { $0 != "[" })).arrayValue ?? []
        #expect(list.count == 6 && list.first?["path"] == "match.html")
        for entry in list {
            let path = try #require(entry["path"]?.stringValue)
            var text = try #require(files[path])
            // What another publish, or a host, may put into the page.
            text = text.replacing("content=\"[]\"", with: "content=\"\"")
                .replacing("https://api", with: "")
            #expect(entry["hash"]?.stringValue == ContentHasher.hex(of: Array(text.utf8)))
            let type = PublishFile(path: path, bytes: []).contentType
            #expect(entry["type"]?.stringValue == type)
        }
    }

    /// A script of one release never meets a module of another.
    @Test(arguments: ["match-breakdown.wasm", "root"])
    func anotherModuleOrRootGivesAnotherFolderToAllFiles(_ name: String) throws {
        var files = Self.files
        if name != "root" { files[name] = "another" }
        let root = name == "root" ? Array("another".utf8) : Self.root
        let (old, new) = (try written(), try written(files, root: root))
        #expect(try folder(old) != folder(new))
        #expect(old["match-worker.js"] != new["match-worker.js"])
        #expect(try written() == old, "equal files, equal page")
    }

    @Test func newSeasonsChangeThePageAndNoOtherFile() throws {
        let fixture = try fixture()
        try fixture.makeHome()
        _ = try fixture.publish(viewerFolder: fixture.folder["viewer"])
        let worker = try fixture.folder.read("site/match-worker.js")
        try fixture.addSeason(2026)
        let written = try fixture.publish(viewerFolder: fixture.folder["viewer"]).written
        #expect(written.contains("match.html") && !written.contains { $0.hasPrefix("web/") })
        #expect(try fixture.folder.read("site/match-worker.js") == worker)
        let page = try fixture.folder.read("site/match.html")
        #expect(page.contains("&quot;year&quot;:2026") && page.contains("targets/f"))
    }

    @Test(arguments: ["match.html", "match-worker.js", "match-breakdown.wasm"])
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
        let worker = try #require(written.firstIndex(of: "match-worker.js"))
        let index = try #require(written.firstIndex(of: "index.html"))
        #expect(
            files.count == 5 && files.allSatisfy { $0 < page } && page < worker && worker < index)
        #expect(written.suffix(2) == ["metadata/timestamp.json", "metadata/1.root.json"])
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

    /// The renderer's own tables are the only text that a browser reads as HTML.
    @Test func onlyTheRenderersTablesAreReadAsHTML() throws {
        let folder = Checkout.path("web/page")
        var places: [String] = []
        for name in try FileManager.default.contentsOfDirectory(atPath: folder)
        where name.hasSuffix(".js") {
            let text = try String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8)
            for line in text.split(separator: "\n") {
                // HTML is also read by these names; tests of the page in a browser read it, too.
                let words = [
                    "innerHTML =", "outerHTML =", "insertAdjacentHTML", "document.write",
                    "DOMParser",
                    "setHTMLUnsafe", "eval(", "new Function", "createContextualFragment",
                ]
                if words.contains(where: { line.contains($0) }) { places.append("\(name):\(line)") }
            }
        }
        #expect(
            places == [
                "drawing.js:        shadow.replaceChildren(...links, "
                    + "document.createRange().createContextualFragment(text({ rows })));"
            ])
        let page = try String(contentsOfFile: "\(folder)/match.html", encoding: .utf8)
        #expect(
            page.contains(
                "default-src 'none'; script-src 'self' 'wasm-unsafe-eval' '@start-hash@';"))
        #expect(
            !page.contains("unsafe-inline") && !page.contains(" style=") && !page.contains(" on"))
    }
}
