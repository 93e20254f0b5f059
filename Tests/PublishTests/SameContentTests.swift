import BundleArchive
import BundleFormat
import Foundation
import JSON
import TestSupport
import Testing

@testable import SeasonAuthoring

/// The same commit is the same content, whatever an editor or a checkout does to the layout of its files.
@Suite struct SameContentTests {
    struct Case: CustomTestStringConvertible, Sendable {
        let testDescription: String
        /// Makes another text of each file of the season; the name is below the season's folder.
        let change: @Sendable (_ name: String, _ text: String) throws -> String

        init(
            _ name: String, _ change: @escaping @Sendable (String, String) throws -> String
        ) { (testDescription, self.change) = (name, change) }

        /// Changes only the samples.
        static func sample(
            _ name: String, _ change: @escaping @Sendable (String) throws -> String
        ) -> Case {
            Case(name) { $0.hasSuffix(".json") ? try change($1) : $1 }
        }

        /// Changes the season 2024.
        func apply(to fixture: SeasonFixture) throws {
            for (name, bytes) in try fixture.folder.contents(of: "bundles/2024") {
                let text = try change(name, String(decoding: bytes, as: UTF8.self))
                try fixture.folder.write(text, to: "bundles/2024/\(name)")
            }
        }
    }

    static let same = [
        Case("line ends of Windows") { $1.replacing("\n", with: "\r\n") },
        Case("byte order marks") { "\u{FEFF}" + $1 },
        Case("both") { "\u{FEFF}" + $1.replacing("\n", with: "\r\n") },
        Case("line ends of Windows, converted twice") { $1.replacing("\n", with: "\r\r\n") },
        .sample("a sample in lines") { try JSON.parse($0).text(.indented) },
        .sample("a sample on one line") { try JSON.parse($0).text() },
        .sample("a sample with tabs") { $0.replacing(" ", with: "\t\t") },
        .sample("a sample without a last line end") { $0.replacing("\n", with: "") },
        .sample("a sample with an escaped letter") { $0.replacing("\"qm\"", with: "\"\\u0071m\"") },
        .sample("a sample with an escaped slash") { $0.replacing("a/b", with: "a\\/b") },
        .sample("a number with an exponent") { $0.replacing("100000.0", with: "1e5") },
        .sample("a number without its noughts") { $0.replacing("100000.0", with: "100000") },
        .sample("a nought without its sign") { $0.replacing("-0.0", with: "0.0") },
    ]

    @Test(arguments: same) func layoutMakesNoNewVersion(_ example: Case) throws {
        let fixture = try Self.fixture()
        let before = try version(fixture)
        try example.apply(to: fixture)
        let checked = try ContentCheck(folder: fixture.bundles).run()
        #expect(checked.diagnostics.isEmpty)
        #expect(checked.seasons.first?.contents.version == before)
    }

    static let different: [Case] = [
        Case("another title") { $1.replacing("Small", with: "Large") },
        .sample("another number") {
            $0.replacing("12345678901234567890", with: "12345678901234567891")
        },
        .sample("a space in a text") { $0.replacing("a/b", with: "a/ b") },
        .sample("one more member") { $0.replacing("{\"key\"", with: "{\"x\": null, \"key\"") },
    ]

    @Test(arguments: different) func aDifferenceMakesANewVersion(_ example: Case) throws {
        let fixture = try Self.fixture()
        let before = try version(fixture)
        try example.apply(to: fixture)
        _ = try ContentCheck(folder: fixture.bundles, updatesTables: true).run()
        #expect(try version(fixture) != before)
    }

    @Test func publishedSamplesKeepTheirValues() throws {
        let fixture = try Self.fixture()
        let season = try #require(try ContentCheck(folder: fixture.bundles).runStrictly().first)
        let path = try #require(BundlePath("samples/qm1.json"))
        let published = try #require(season.contents.files[path])
        let written = try fixture.folder.read("bundles/2024/samples/qm1.json")
        #expect(try JSON.parse(published, limits: .match) == JSON.parse(written, limits: .match))
        let text = String(decoding: published, as: UTF8.self)
        #expect(text.hasPrefix("{\"key\":\"2024abc_qm1\",\"event_key\":"))
        for number in ["100000", "12345678901234567890", "0", "1e+300", "0.1"] {
            #expect(text.contains(":\(number)"), "\(number)")
        }
    }

    @Test(arguments: MistakeTests.names) func lineEndsMoveNoMistake(_ name: String) throws {
        let yaml = try Data(contentsOf: URL(filePath: "\(MistakeTests.folder)/\(name).yaml"))
        let other = Array("\u{FEFF}".utf8) + yaml.flatMap { $0 == 0x0A ? [0x0D, 0x0A] : [$0] }
        #expect(MistakeTests.diagnostics(other) == MistakeTests.diagnostics(Array(yaml)))
    }

    /// A season whose sample has numbers and texts that can be written in several ways.
    private static func fixture() throws -> SeasonFixture {
        let fixture = try SeasonFixture()
        try fixture.folder.remove("bundles/2025")
        let more = """
            "big": 12345678901234567890, "nought": -0.0, "huge": 1e300, "small": 0.1,
             "round": 100000.0, "path": "a/b", "set_number": 1,
            """
        let match = SeasonFixture.match(2024).replacing("\"set_number\": 1,", with: more)
        try fixture.folder.write(match, to: "bundles/2024/samples/qm1.json")
        _ = try ContentCheck(folder: fixture.bundles, updatesTables: true).run()
        return fixture
    }

    private func version(_ fixture: SeasonFixture) throws -> ContentVersion? {
        try ContentCheck(folder: fixture.bundles).runStrictly().first?.contents.version
    }
}
