import Foundation
import Testing
import TestSupport

@testable import SeasonAuthoring

/// The season that docs/AUTHORING.md ends with: what it shows is what comes out.
@Suite struct AuthoringTests {
    /// The fenced blocks of the guide that begin with this line, in order.
    private func blocks(beginningWith line: String) throws -> [String] {
        let guide = try String(contentsOfFile: Checkout.path("docs/AUTHORING.md"), encoding: .utf8)
        // Every second piece stands between two fences; its first line names the language.
        return guide.components(separatedBy: "```").enumerated()
            .filter { $0.offset % 2 == 1 }
            .map { String($0.element.drop { $0 != "\n" }.dropFirst()) }
            .filter { $0.hasPrefix(line + "\n") }
    }

    @Test func theGuideShowsWhatComesOut() throws {
        let descriptions = try blocks(beginningWith: "format: 1")
        let tables = try blocks(beginningWith: "2024 Crescendo")
        let sample = try String(
            contentsOfFile: Checkout.path("bundles/2024/samples/2024nytr_qm19.json"),
            encoding: .utf8)
        let folder = try TemporaryDirectory()
        try folder.write(sample, to: "bundles/2024/samples/qm19.json")
        try folder.write(try #require(descriptions.last), to: "bundles/2024/match.yaml")
        try folder.write(try #require(tables.last), to: "bundles/2024/samples/qm19.txt")
        let checked = try ContentCheck(folder: folder["bundles"]).run()
        // One sample does not have every word.
        #expect(checked.diagnostics.filter { !$0.isWarning } == [])
    }
    @Test func theGuidesFirstStepsDoWhatTheyShow() throws {
        let folder = try TemporaryDirectory()
        for name in ["2024isde1_f1m2", "2024necmp_f1m1", "2024nytr_qm19", "2024nytr_qm68"] {
            let sample = Checkout.path("bundles/2024/samples/\(name).json")
            try folder.write(
                String(contentsOf: URL(filePath: sample), encoding: .utf8),
                to: "downloads/\(name).json")
        }
        let typed = try #require(try blocks(beginningWith: Self.start).first)
        #expect(try type(Self.start, in: folder) == typed.dropFirst(Self.start.count + 1))
        let made = try folder.read("bundles/2024/match.yaml")
        let drafted = try #require(try blocks(beginningWith: "format: 1").first)
        #expect(made.contains(drafted))

        // Four rows become one, as the guide shows it.
        let row = try #require(try blocks(beginningWith: "      - label: Auto Leave").first)
        let first = try #require(made.range(of: "      - label: Auto Leave Points"))
        let next = try #require(made.range(of: "      - label: Auto Speaker Note Count"))
        let old = first.lowerBound..<next.lowerBound
        try folder.write(
            made.replacingCharacters(in: old, with: row), to: "bundles/2024/match.yaml")
        let update = "$ bundle-publish check 2024 --update"
        let shown = try #require(try blocks(beginningWith: update).first)
        #expect(try type(update, in: folder).hasPrefix(shown.dropFirst(update.count + 1)))
    }

    private static let start =
        "$ bundle-publish new 2024 --from downloads/*.json --title \"2024 Crescendo\""

    /// What a line of the guide prints when an author types it in a folder.
    private func type(_ line: String, in folder: TemporaryDirectory) throws -> String {
        let bin = (Program.path(of: "bundle-publish") as NSString).deletingLastPathComponent
        let command = "cd '\(folder.path)' && PATH='\(bin)':$PATH && \(line.dropFirst(2)) 2>&1"
        return try Program.run("/bin/sh", ["-c", command]).output
    }
}
