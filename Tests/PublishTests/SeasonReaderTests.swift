import BundleFormat
import Foundation
import Testing
import TestSupport

@testable import BundlePublisher
@testable import SeasonAuthoring

/// What may stand in the folder of seasons, and what an author reads about the rest.
@Suite struct SeasonReaderTests {
    struct Case: CustomTestStringConvertible {
        let testDescription: String
        let prepare: @Sendable (TemporaryDirectory) throws -> Void
        let messages: [String]

        init(
            _ name: String, _ messages: [String],
            _ prepare: @escaping @Sendable (TemporaryDirectory) throws -> Void
        ) {
            (testDescription, self.messages, self.prepare) = (name, messages, prepare)
        }
    }

    static let cases = [
        Case("a good season and what is passed over", []) {
            try $0.write("", to: "bundles/README.md")
            try $0.write("", to: "bundles/2024/README.md")
            try $0.write("", to: "bundles/2024/.match.yaml.swp")
            try $0.write("", to: "bundles/.DS_Store")
        },
        Case(
            "a folder that is no year",
            ["bundles/next: expected a folder named after a year, found \"next\""]
        ) { try $0.write("", to: "bundles/next/match.yaml") },
        Case("a file named after a year", ["bundles/2030: expected a folder, found a file"]) {
            try $0.write("", to: "bundles/2030")
        },
        Case("a link in place of a season", ["bundles/2030: expected a folder, found a link"]) {
            try FileManager.default.createSymbolicLink(
                atPath: $0["bundles/2030"], withDestinationPath: "2024")
        },
        Case(
            "a season without description",
            ["bundles/2030/match.yaml: expected the season's description, found none"]
        ) { try $0.write("{}", to: "bundles/2030/samples/a.json") },
        Case(
            "a season without samples",
            ["bundles/2030/samples: expected at least one sample, found none"]
        ) { try $0.write("", to: "bundles/2030/match.yaml") },
        Case(
            "a link in place of a description",
            ["bundles/2024/match.yaml: expected a file, found a link"]
        ) {
            try FileManager.default.removeItem(atPath: $0["bundles/2024/match.yaml"])
            try FileManager.default.createSymbolicLink(
                atPath: $0["bundles/2024/match.yaml"], withDestinationPath: "/etc/passwd")
        },
        Case(
            "an unknown file",
            [
                "bundles/2024/Match.yml: expected match.yaml, insights.yaml, samples or "
                    + "README.md, found this"
            ]
        ) { try $0.write("", to: "bundles/2024/Match.yml") },
        Case(
            "names that differ in case alone",
            [
                "bundles/2024/samples/a.json: expected names that differ beyond case, found \"A.json\""
            ]
        ) {
            try $0.write("{}", to: "bundles/2024/samples/A.json")
            try $0.write("{}", to: "bundles/2024/samples/a.json")
        },
        Case(
            "a table without its sample",
            ["bundles/2024/samples/gone.txt: expected a sample beside its table, found none"]
        ) { try $0.write("", to: "bundles/2024/samples/gone.txt") },
        Case(
            "a sample's name that no path may have",
            [
                "bundles/2024/samples/a b.json: expected <name>.json or <name>.txt, found \"a b.json\""
            ]
        ) { try $0.write("", to: "bundles/2024/samples/a b.json") },
        Case(
            "a sample's name too long for a bundle",
            [
                "bundles/2024/samples/\(String(repeating: "a", count: 190)).json: "
                    + "expected <name>.json or <name>.txt, "
                    + "found \"\(String(repeating: "a", count: 190)).json\""
            ]
        ) {
            try $0.write("", to: "bundles/2024/samples/\(String(repeating: "a", count: 190)).json")
        },
        Case(
            "a sample too large",
            ["bundles/2024/samples/qm1.json: expected at most 1048576 bytes, found more"]
        ) {
            try $0.write(
                String(repeating: " ", count: 1_048_577), to: "bundles/2024/samples/qm1.json")
        },
        Case(
            "a folder of something else",
            ["bundles/2024/samples: expected at most 1000 entries, found 1003"]
        ) {
            for at in 0...1_000 { try $0.write("", to: "bundles/2024/samples/\(at).json") }
        },
    ]

    @Test(arguments: cases) func reports(_ example: Case) throws {
        let fixture = try SeasonFixture()
        try FileManager.default.removeItem(atPath: fixture.folder["bundles/2025"])
        try example.prepare(fixture.folder)
        let reader = try SeasonReader.read(fixture.bundles, years: [])
        let messages = reader.diagnostics.map {
            "\($0.file.replacing("\(fixture.folder.path)/", with: "")): \($0.message)"
        }
        #expect(messages == example.messages)
    }

    @Test func aYearAskedForAndNotThereIsReported() throws {
        let fixture = try SeasonFixture()
        let year = try #require(BundleYear(2031))
        let reader = try SeasonReader.read(fixture.bundles, years: [year])
        #expect(reader.seasons.isEmpty)
        #expect(reader.diagnostics.map(\.message) == ["expected a season's folder, found none"])
    }

    @Test func noFolderAtAllFails() throws {
        let error = trouble { _ = try SeasonReader.read("/nowhere/bundles", years: []) }
        #expect(error?.exitStatus == 1)
    }
}
