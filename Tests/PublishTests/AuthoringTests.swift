import Foundation
import Testing
import TestSupport

@testable import bundle_publish

/// The season that docs/AUTHORING.md ends with: what it shows is what comes out.
@Suite struct AuthoringTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    /// The fenced blocks of the guide that begin with this line, in order.
    private func blocks(beginningWith line: String) throws -> [String] {
        let guide = try String(
            contentsOf: Self.root.appending(path: "docs/AUTHORING.md"), encoding: .utf8)
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
            contentsOf: Self.root.appending(path: "bundles/2024/samples/2024nytr_qm19.json"),
            encoding: .utf8)
        let folder = try TemporaryDirectory()
        try folder.write(sample, to: "bundles/2024/samples/qm19.json")
        try folder.write(try #require(descriptions.last), to: "bundles/2024/match.yaml")
        try folder.write(try #require(tables.last), to: "bundles/2024/samples/qm19.txt")
        let checked = try ContentCheck(folder: folder["bundles"]).run()
        // One sample does not have every word.
        #expect(checked.diagnostics.filter { !$0.isWarning } == [])
    }
}
