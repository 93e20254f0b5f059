import Foundation
import Testing
import TestSupport

/// A season is data, and whole: a description, samples of every kind of match, their tables.
@Suite struct SeasonTests {
    static let years =
        (try? FileManager.default.contentsOfDirectory(
            atPath: Checkout.path("bundles")))?.sorted() ?? []

    @Test func theFirstSeasonsAreHere() {
        #expect(Set(Self.years).isSuperset(of: ["2018", "2024", "2026"]))
    }

    @Test(arguments: years)
    func isComplete(_ year: String) throws {
        let folder = Checkout.path("bundles/\(year)")
        #expect(FileManager.default.fileExists(atPath: "\(folder)/match.yaml"))
        let samples = try FileManager.default.contentsOfDirectory(atPath: "\(folder)/samples")
        let matches = samples.filter { $0.hasSuffix(".json") }
        #expect(matches.count >= 3, "a qualification, a playoff and an odd one")
        #expect(matches.contains { $0.contains("_qm") })
        #expect(matches.contains { !$0.contains("_qm") })
        for match in matches {
            #expect(samples.contains(match.replacing(".json", with: ".txt")), "\(match)")
        }
    }

    @Test func noSeasonIsNamedInSwift() throws {
        for (file, text) in try SwiftFiles.read(below: "Sources") {
            let code = text.split(separator: "\n").filter { !$0.contains("//") }
                .joined(separator: "\n")
            for field in ["autoLineRobot", "endgameRobot", "hubScore", "vaultPoints"] {
                #expect(!code.contains(field), "\(file) knows \(field)")
            }
        }
    }
}
