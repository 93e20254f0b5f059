import BundleArchive
import BundleFormat
import Files
import Foundation
import TUF
import TestSupport
import Testing

@testable import BundlePublisher
@testable import SeasonAuthoring

/// The compiled form on a disk, for `build` and for `embed`.
@Suite struct CompiledFolderTests {
    @Test func whatAKilledBuildHasMovedAwayIsPutBack() throws {
        let fixture = try SeasonFixture()
        try build(fixture)
        let before = try fixture.folder.contents(of: "compiled/2024")
        try fixture.folder.move("compiled/2024", to: "compiled/.tmp-2024.old")
        try fixture.folder.write("half", to: "compiled/.tmp-2024/match.json")
        // The next build is about another season.
        let seasons = try ContentCheck(folder: fixture.bundles).runStrictly().map(\.contents)
            .filter { "\($0.year)" == "2025" }
        _ = try folder(of: fixture).write(seasons, removingOthers: false)
        #expect(try fixture.folder.contents(of: "compiled/2024") == before)
        let names = try Files.names(in: fixture.folder["compiled"])
        #expect(names.sorted() == ["2024", "2025", "set.json"])
    }

    @Test func staleSeasonsAreRemovedAndNothingElse() throws {
        let fixture = try SeasonFixture()
        try build(fixture)
        try fixture.folder.write("mine", to: "compiled/notes.txt")
        try fixture.folder.write("mine", to: "compiled/2001/notes.txt")
        try fixture.folder.write("half", to: "compiled/.tmp-2024/match.json")
        try fixture.folder.remove("bundles/2025")
        #expect(try build(fixture).map(\.kind) == [.unchanged, .removed])
        let names = try Files.names(in: fixture.folder["compiled"])
        #expect(names.sorted() == ["2001", "2024", "notes.txt", "set.json"])
    }

    @Test func theIndexNamesEverySeasonThatIsThere() throws {
        let fixture = try SeasonFixture()
        func versions() throws -> [Int: String] {
            let index = try SetIndex.decode(Array(fixture.folder.read("compiled/set.json").utf8))
            #expect(index.entries.values.allSatisfy { $0.origin == .folder })
            #expect(index.entries.values.allSatisfy { $0.sinceUnixSeconds == nil })
            return Dictionary(
                uniqueKeysWithValues: index.entries.map { ($0.key.number, $0.value.version.hex) })
        }
        try build(fixture)
        let first = try versions()
        #expect(first.keys.sorted() == [2024, 2025])
        let number = try number(of: "compiled/set.json", fixture)
        try build(fixture)
        #expect(try self.number(of: "compiled/set.json", fixture) == number)
        // One year alone leaves the other where it is, and named.
        try fixture.addSeason(2024, title: "Another")
        let year = try #require(BundleYear(2024))
        _ = try folder(of: fixture).write(
            ContentCheck(folder: fixture.bundles, years: [year]).runStrictly().map(\.contents),
            removingOthers: false)
        let second = try versions()
        #expect(second[2025] == first[2025])
        #expect(second[2024] != first[2024])
    }

    @Test func theSourcesAreNotEaten() throws {
        let fixture = try SeasonFixture()
        let before = try fixture.folder.contents(of: "bundles")
        let seasons = try ContentCheck(folder: fixture.bundles).runStrictly().map(\.contents)
        let error = trouble {
            _ = try CompiledFolder(path: fixture.bundles, origin: .folder).write(
                seasons, removingOthers: true)
        }
        #expect(error?.exitStatus == 1)
        #expect(try fixture.folder.contents(of: "bundles") == before)
    }

    @Test func theEmbeddedSourceNamesEveryFileOnce() throws {
        let fixture = try SeasonFixture()
        let seasons = try ContentCheck(folder: fixture.bundles).runStrictly().map(\.contents)
        let source = EmbeddedSource(seasons: seasons)
        let path = fixture.folder["EmbeddedBundles.c"]
        #expect(try source.write(to: path))
        #expect(try !source.write(to: path))
        let embedded = source.text.split(separator: "\n").filter { $0.hasPrefix("#embed") }
        #expect(
            embedded.prefix(4) == [
                "#embed \"content/2024/manifest.json\"", "#embed \"content/2024/match.json\"",
                "#embed \"content/2024/samples/qm1.json\"",
                "#embed \"content/2024/samples/qm1.txt\"",
            ])
        #expect(embedded.count == 9)
        #expect(embedded.last == "#embed \"content/set.json\"")
    }

    @Test("Embedding carries since when the content is as it is") func since() throws {
        let fixture = try SeasonFixture()
        let target = fixture.folder["target"]
        func embed(
            _ flags: [String] = [], epoch: String = "", to folder: String? = nil
        ) throws -> Program.Result {
            try Program.run(
                "bundle-publish",
                ["embed", "--bundles", fixture.bundles, "--output", folder ?? target] + flags,
                environment: epoch.isEmpty ? [:] : ["SOURCE_DATE_EPOCH": epoch])
        }
        func moments() throws -> [Int64?] {
            try SetIndex.decode(
                Files.read("\(target)/content/set.json", lengthBytesMax: 1 << 20)
            ).entries.sorted { $0.key < $1.key }.map(\.value.publishedUnixSeconds)
        }
        #expect(try embed(["--since", "2026-03-01T00:00:00Z"]).status == 0)
        let first = UTCTime("2026-03-01T00:00:00Z")?.unixSeconds
        #expect(try moments() == [first, first])
        // Content that has not changed keeps its moment, whenever and wherever it is embedded again.
        #expect(try embed(["--since", "2026-04-01T00:00:00Z"]).status == 0)
        #expect(try embed().status == 0)
        #expect(try moments() == [first, first])
        try fixture.addSeason(2024, title: "Another Season")
        #expect(try embed(epoch: "1775000000").status == 0)
        #expect(try moments() == [1_775_000_000, first])
        // The same sources and moment give the same bytes.
        for name in ["a", "b"] {
            #expect(try embed(epoch: "1775000000", to: fixture.folder[name]).status == 0)
        }
        #expect(try fixture.folder.contents(of: "a") == fixture.folder.contents(of: "b"))
        for (flags, epoch) in [
            (["--since", "yesterday"], ""), ([], "soon"), ([], "4102444800"),
            (["--since", "2099-01-01T00:00:00Z"], ""),
        ] {
            let refused = try embed(flags, epoch: epoch, to: fixture.folder["refused"])
            #expect(refused.status == 1, "\(flags) \(epoch)")
            #expect(!FileManager.default.fileExists(atPath: fixture.folder["refused"]))
        }
    }

    private func folder(of fixture: SeasonFixture) -> CompiledFolder {
        CompiledFolder(path: fixture.folder["compiled"], origin: .folder)
    }

    @discardableResult
    private func build(_ fixture: SeasonFixture) throws -> [CompiledFolder.Change] {
        try folder(of: fixture).write(
            ContentCheck(folder: fixture.bundles).runStrictly().map(\.contents),
            removingOthers: true)
    }

    /// A file's number on its disk: another one was written when it differs.
    private func number(of name: String, _ fixture: SeasonFixture) throws -> Int? {
        let attributes = try FileManager.default.attributesOfItem(atPath: fixture.folder[name])
        return attributes[.systemFileNumber] as? Int
    }
}
