import Foundation
import JSON
import TestSupport
import Testing

@testable import SeasonAuthoring

/// Files over a season, and what an author reads about them: `Mistakes/checks` and `Mistakes/remarks`.
///
/// `UPDATE_EXPECTED=1 swift test --filter CheckFileTests` writes what is said anew, for review.
@Suite struct CheckFileTests {
    /// One file of such a folder: parts that begin with `-- path`, `-- rm path` or `-- says`.
    struct Example: CustomTestStringConvertible {
        let path: String
        var testDescription: String { String(path.split(separator: "/").last ?? "") }

        static func all(_ folder: String) -> [Example] {
            let folder = Checkout.path("Tests/PublishTests/Mistakes/\(folder)")
            let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
            return names.sorted().map { Example(path: "\(folder)/\($0)") }
        }

        func parts() throws -> [(name: String, text: String)] {
            let text = try String(contentsOfFile: path, encoding: .utf8)
            return "\n\(text.dropLast())".components(separatedBy: "\n-- ").dropFirst().map { part in
                let lines = part.split(
                    separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
                return (String(lines[0]), lines.count > 1 ? "\(lines[1])\n" : "")
            }
        }

        func write(into folder: TemporaryDirectory) throws {
            for (name, text) in try parts() where name != "says" {
                if name.hasPrefix("rm ") {
                    try folder.remove("bundles/\(name.dropFirst(3))")
                } else {
                    try folder.write(text, to: "bundles/\(name)")
                }
            }
        }

        func expect(_ said: [String]) throws {
            let text = said.map { "\($0)\n" }.joined()
            let parts = try parts()
            if ProcessInfo.processInfo.environment["UPDATE_EXPECTED"] != nil {
                let files = parts.dropLast().map { "-- \($0.name)\n\($0.text)" }.joined()
                try "\(files)-- says\n\(text)".write(
                    toFile: path, atomically: false, encoding: .utf8)
            } else {
                #expect(parts.last?.text == text)
            }
        }
    }

    @Test(arguments: Example.all("checks")) func aMistakeIsLocated(_ example: Example) throws {
        let fixture = try SeasonFixture()
        try example.write(into: fixture.folder)
        let checked = try ContentCheck(folder: fixture.bundles).run()
        let said = checked.diagnostics.inReadingOrder().map { diagnostic in
            let place = diagnostic.place.map { ":\($0.position.line):\($0.position.column)" } ?? ""
            return "\(diagnostic.file)\(place): \(diagnostic.message)"
                .replacing("\(fixture.bundles)/", with: "")
        }
        try example.expect(said)
        #expect(!checked.seasons.isEmpty, "the other is good")
    }

    @Test(arguments: Example.all("remarks")) func aRemarkHasItsLine(_ example: Example) throws {
        let season = try OneSeason("format: 1\ntitle: x\n")
        try example.write(into: season.folder)
        _ = try ContentCheck(folder: season.folder["bundles"], updatesTables: true).run()
        let report = try season.check()
        try example.expect(
            report.diagnostics.inReadingOrder().map {
                "\($0.place?.position.line ?? 0): \($0.severity.rawValue): \($0.message)"
            })
        #expect(report.diagnostics.mistakesCount == 0)
    }
}
