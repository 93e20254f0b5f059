import BundleFormat
import Foundation
import Glibc
import TestSupport
import Testing

@testable import SeasonAuthoring

/// What a publish is given by mistake: a clear message, and the live repository as it was.
@Suite struct BadInputTests {
    struct Case: CustomTestStringConvertible {
        let testDescription: String
        let messages: [String]
        let harm: @Sendable (SeasonFixture) throws -> Void

        init(
            _ name: String, _ messages: [String],
            _ harm: @escaping @Sendable (SeasonFixture) throws -> Void
        ) {
            (testDescription, self.messages, self.harm) = (name, messages, harm)
        }
    }

    static let cases = [
        Case(
            "a link in place of a season", ["bundles/2030: error: expected a folder, found a link"]
        ) {
            try FileManager.default.createSymbolicLink(
                atPath: $0.folder["bundles/2030"], withDestinationPath: "2024")
        },
        Case(
            "a link in place of a description",
            ["2024/match.yaml: error: expected a file, found a link"]
        ) {
            try $0.folder.remove("bundles/2024/match.yaml")
            try FileManager.default.createSymbolicLink(
                atPath: $0.folder["bundles/2024/match.yaml"], withDestinationPath: "/etc/passwd")
        },
        Case(
            "a sample too large",
            ["2024/samples/qm1.json: error: expected at most 1048576 bytes, found more"]
        ) { try enlarge($0.folder["bundles/2024/samples/qm1.json"]) },
        Case(
            "a folder of something else",
            ["2024/samples: error: expected at most 1000 entries, found 1003"]
        ) {
            for at in 0...1_000 { try $0.folder.write("", to: "bundles/2024/samples/\(at).json") }
        },
        Case(
            "a description of 1 GB",
            ["2024/match.yaml: error: expected at most 262144 bytes, found more"]
        ) { try enlarge($0.folder["bundles/2024/match.yaml"]) },
        Case("a description that is not UTF-8", ["2024/match.yaml", "UTF-8"]) {
            try Data([0x66, 0x6F, 0xFF, 0xFE, 0x0A])
                .write(to: URL(filePath: $0.folder["bundles/2024/match.yaml"]))
        },
        Case("a sample that is not UTF-8", ["2024/samples/qm1.json", "UTF-8"]) {
            let text = SeasonFixture.match(2024)
            try (Data(text.utf8.prefix(9)) + Data([0xC3, 0x28]) + Data(text.utf8.dropFirst(9)))
                .write(to: URL(filePath: $0.folder["bundles/2024/samples/qm1.json"]))
        },
        Case(
            "a pipe in place of a sample",
            ["2024/samples/qm1.json: error: expected a file, found a device or pipe"]
        ) {
            try FileManager.default.removeItem(atPath: $0.folder["bundles/2024/samples/qm1.json"])
            mkfifo($0.folder["bundles/2024/samples/qm1.json"], 0o644)
        },
    ]

    @Test(arguments: cases, ["plan", "publish"])
    func isToldAndTheLiveRepositoryStays(_ example: Case, _ command: String) throws {
        let fixture = try SeasonFixture.publishedNow()
        try example.harm(fixture)
        let before = try fixture.folder.contents(of: "site")
        let result = try fixture.expect(2, of: "\(command) --in SITE")
        for message in example.messages {
            #expect(result.messages.contains(message), "\(result.messages)")
        }
        #expect(try fixture.folder.contents(of: "site") == before)
    }

    @Test(.needs(.boundUser))
    func aFileThatCannotBeReadIsTold() throws {
        let fixture = try SeasonFixture()
        chmod(fixture.folder["bundles/2024/match.yaml"], 0)
        let result = try fixture.run(["check"], as: geteuid() == 0 ? SeasonFixture.nobody : nil)
        #expect(result.status == 2, "\(result.messages)")
        #expect(result.messages.contains("2024/match.yaml: error: "))
        #expect(result.messages.lowercased().contains("permission denied"))
    }

    @Test func aYearOrAFolderThatIsNotThereIsReported() throws {
        let fixture = try SeasonFixture()
        let reader = try SeasonReader.read(fixture.bundles, years: [try #require(BundleYear(2031))])
        #expect(reader.seasons.isEmpty)
        #expect(reader.diagnostics.map(\.message) == ["expected a season's folder, found none"])
        let error = trouble { _ = try SeasonReader.read("/nowhere/bundles", years: []) }
        #expect(error?.exitStatus == 1)
    }

    /// A file with a hole: long, and nothing on the disk.
    private static func enlarge(_ path: String) throws {
        let handle = try FileHandle(forWritingTo: URL(filePath: path))
        try handle.truncate(atOffset: 1 << 30)
        try handle.close()
    }
}
