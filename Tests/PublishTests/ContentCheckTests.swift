import BreakdownRenderer
import BundleArchive
import BundleFormat
import Foundation
import JSON
import Testing
import TestSupport

@testable import BundlePublisher
@testable import SeasonAuthoring

/// Samples against their tables; `Mistakes/checks` has what an author reads.
@Suite struct ContentCheckTests {
    @Test func aSampleThatTheDescriptionDoesNotApplyToIsRefused() throws {
        let fixture = try SeasonFixture()
        let other = SeasonFixture.match(2024).replacing("autoPoints", with: "otherPoints")
        try write(["samples/odd.json": other, "samples/odd.txt": "anything\n"], into: fixture)
        let updated = try ContentCheck(folder: fixture.bundles, updatesTables: true).run()
        #expect(updated.written.isEmpty)
        #expect(updated.diagnostics.map(\.file) == ["\(fixture.bundles)/2024/samples/odd.json"])
    }

    @Test func updateWritesTheTablesThatDiffer() throws {
        let fixture = try SeasonFixture()
        try write(["samples/qm1.txt": "old\n"], into: fixture)
        let updated = try ContentCheck(folder: fixture.bundles, updatesTables: true).run()
        #expect(updated.written == ["\(fixture.bundles)/2024/samples/qm1.txt"])
        #expect(updated.diagnostics.isEmpty)
        let again = try ContentCheck(folder: fixture.bundles, updatesTables: true).run()
        #expect(again.written.isEmpty)
    }

    @Test func commentsAndOrderMakeNoNewVersion() throws {
        let fixture = try SeasonFixture()
        let before = try ContentCheck(folder: fixture.bundles).runStrictly().map(\.contents.version)
        let lines = SeasonFixture.description().split(separator: "\n")
        let reordered = (lines[3...] + ["# a comment"] + lines[..<3]).joined(separator: "\n")
        try write(["match.yaml": reordered + "\n"], into: fixture)
        #expect(
            try ContentCheck(folder: fixture.bundles).runStrictly().map(\.contents.version)
                == before)
    }

    @Test func anAliasIsPublishedAsWhatItStandsFor() throws {
        let fixture = try SeasonFixture()
        try write(["match.yaml": "format: 1\nalias: 2025\n"], into: fixture)
        let seasons = try ContentCheck(folder: fixture.bundles).runStrictly()
        let files = seasons.map { season in
            season.contents.files.first { $0.key.description == "match.json" }?.value
        }
        #expect(files[0] == files[1])
    }

    private func write(_ files: [String: String], into fixture: SeasonFixture) throws {
        for (name, text) in files { try fixture.folder.write(text, to: "bundles/2024/\(name)") }
    }
}
