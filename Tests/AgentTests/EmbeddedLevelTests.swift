import BundleFormat
@testable import BundleUpdater
@testable import SeasonClient
import Testing

/// Seasons inside the program that need more than the renderer beside it reads are not served.
@Suite struct EmbeddedLevelTests {
    /// Two seasons, 2024 of level 1 and 2025 of level 2.
    private static func set() throws -> EmbeddedSet {
        let manifests = try [(2024, 1), (2025, 2)].map { year, level in
            try Manifest(year: #require(BundleYear(year)), files: [], format: level).encoded()
        }
        return EmbeddedSet(paths: ["2024/manifest.json", "2025/manifest.json"]) { manifests[$0] }
    }

    @Test(arguments: [(1, [2024]), (2, [2024, 2025]), (3, [2024, 2025])])
    func whatTheRendererReadsIsServed(_ level: Int, _ years: [Int]) throws {
        let set = try Self.set().readable(upTo: level)
        #expect(set.versions.keys.map(\.number).sorted() == years)
    }

    @Test func withoutAProgramToAskAllAreServed() throws {
        #expect(try Self.set().readable(by: nil).versions.count == 2)
    }

    @Test func aProgramThatDoesNotKnowTheQuestionReadsTheFirstLevel() throws {
        let old = SelfTest(command: ["/bin/false"], timeLimit: .seconds(5))
        #expect(old.levelMax() == 1)
        #expect(try Self.set().readable(by: old).versions.keys.map(\.number) == [2024])
    }

    @Test(arguments: [
        (#"{"levels":[1,2]}"#, 2), (#"{"levels":[1]}"#, 1), (#"{"levels":[]}"#, 1), ("{", 1),
        (#"{"levels":["2"]}"#, 1), (#"{"levels":[1,2,3,99999999999]}"#, 999),
    ])
    func theHighestLevelOfTheAnswerCounts(_ answer: String, _ level: Int) {
        let program = SelfTest(
            command: ["/bin/sh", "-c", "printf '%s' '\(answer)'"], timeLimit: .seconds(5))
        #expect(program.levelMax() == level)
    }
}
