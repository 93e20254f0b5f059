import BundleArchive
import BundleFormat
import Files
import Foundation
import TestSupport
import Testing

/// Zips made to climb, fill, fool or crash: each is refused with a sentence and leaves nothing behind.
@Suite struct HostileZipTests {
    let folder: TemporaryDirectory

    init() throws {
        folder = try TemporaryDirectory()
    }

    @Test(arguments: attacks) func refuses(_ attack: Attack) throws {
        let bundle = try Sample.bundle()
        try check(attack.bytes(), bundle.version, attack.message)
    }

    /// Unpacks into a folder beside other things and expects an error and no change at all.
    private func check(
        _ zip: [UInt8], _ version: ContentVersion, year: Int = 2024, _ message: String,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        try folder.write("precious", to: "evil")
        try folder.write("precious", to: "in/beside")
        try Data(zip).write(to: URL(fileURLWithPath: folder["b.zip"]))
        let before = try folder.contents()
        let error = #expect(throws: ArchiveError.self, sourceLocation: sourceLocation) {
            try Unpacker.unpack(
                zip: folder["b.zip"], into: folder["in/staging"], expecting: version,
                year: Sample.year(year))
        }
        guard case .content = error else {
            Issue.record("not about the content: \(String(describing: error))")
            return
        }
        let found = error?.description ?? ""
        #expect(found.hasPrefix(message), "\(found)", sourceLocation: sourceLocation)
        #expect(try Files.kind(folder["in/staging"]) == nil, sourceLocation: sourceLocation)
        #expect(try folder.contents() == before, sourceLocation: sourceLocation)
    }

    @Test func theUnspoiltZipIsAccepted() throws {
        let bundle = try Sample.bundle()
        try Files.createFileSyncingContent(
            at: folder["b.zip"], with: Sample.zip().bytes(), mode: 0o644)
        try Unpacker.unpack(
            zip: folder["b.zip"], into: folder["b"], expecting: bundle.version, year: bundle.year)
        #expect(try folder.contents(of: "b").count == 4)
    }

    @Test func cutShortAnywhere() throws {
        let bundle = try Sample.bundle()
        let zip = try bundle.zipped()
        for length in stride(from: 0, to: zip.count, by: 7) {
            try check(Array(zip[..<length]), bundle.version, "zip: expected an end record")
        }
    }

    @Test func manifestOfAnotherYear() throws {
        let bundle = try Sample.bundle(year: 2025)
        try check(
            bundle.zipped(), bundle.version, "manifest.json: expected the year 2024, found 2025")
    }

    @Test func anotherVersionThanSigned() throws {
        let other = try Sample.bundle(["match.json": "{}"])
        let bundle = try Sample.bundle()
        try check(
            bundle.zipped(), other.version,
            "manifest.json: expected the version \(other.version), found \(bundle.version)")
    }

    @Test func manifestOfAnotherFormat() throws {
        let manifest = Array(#"{"files":[],"format":3,"year":2024}"#.utf8)
        let zip = LyingZip(entries: [.init("manifest.json", manifest)])
        try check(
            zip.bytes(), ContentVersion(hashing: manifest),
            "manifest.json: format: expected a level from 1 to 2; a higher one needs a newer program"
        )
    }

    @Test func bombThatSaysSo() throws {
        let zeros = [UInt8](repeating: 0, count: 8 << 20)
        let bundle = try BundleContents(year: Sample.year(), files: [Sample.path("zeros"): zeros])
        try check(
            Sample.zip(bundle).bytes(), bundle.version,
            "bundle 2024: expected at most 200 bytes for each packed one, found 8388608 from ")
    }

    @Test func largerThanAnyBundle() throws {
        try check(
            [UInt8](repeating: 0, count: 8 << 20 | 1), Sample.bundle().version,
            "zip: expected at most 8388608 bytes, found more")
    }

    @Test func noZipThere() throws {
        let error = #expect(throws: ArchiveError.self) {
            try Unpacker.unpack(
                zip: folder["none"], into: folder["b"], expecting: Sample.bundle().version,
                year: Sample.year())
        }
        guard case .disk(let error) = error else {
            Issue.record("not about the disk")
            return
        }
        #expect(error.isNotFound)
    }

    @Test func nothingIsUnpackedOverAFolder() throws {
        try folder.write("precious", to: "b/match.json")
        let bundle = try Sample.bundle()
        try Files.createFileSyncingContent(at: folder["b.zip"], with: bundle.zipped(), mode: 0o644)
        try Files.replaceLinkAndSync(at: folder["l"], pointingTo: "b")
        for name in ["b", "l"] {
            let error = #expect(throws: ArchiveError.self) {
                try Unpacker.unpack(
                    zip: folder["b.zip"], into: folder[name], expecting: bundle.version,
                    year: bundle.year)
            }
            guard case .disk(let error) = error else {
                Issue.record("not about the disk")
                continue
            }
            #expect(error.isExisting)
        }
        #expect(try folder.contents(of: "b") == ["match.json": Data("precious".utf8)])
    }
}
