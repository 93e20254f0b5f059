import BundleFormat
import Foundation
import TestSupport
import Testing

@testable import BundlePublisher
@testable import SeasonAuthoring

/// What a report says is true of what was signed.
@Suite struct ReportWordsTests {
    private let fixture: SeasonFixture

    init() throws { fixture = try SeasonFixture.publishedNow() }

    @Test func aRecallWaitsForNoWaveAndSaysSo() throws {
        try fixture.addSeason(2024, title: "Another")
        let published = try run(["publish", "--waves", "10%:0h", "--in", "SITE"])
        #expect(published.output.contains("2024: fewer than half of the machines follow: 10 %"))
        let version = try #require(
            published.output.firstMatch(of: /2024 changed .*→ ([0-9a-f]{12})/)?.1)
        let recalled = try run(["recall", "2024", "\(version)", "--to", "embedded", "--in", "SITE"])
        #expect(recalled.status == 0, "\(recalled.messages)")
        #expect(!recalled.output.contains("fewer than half"), "\(recalled.output)")
    }

    @Test func logNamesAContentThatComesBack() throws {
        try fixture.addSeason(2024, title: "Another")
        for command in [
            ["publish", "--in", "SITE"], ["rollback", "2024", "--in", "SITE"],
            ["publish", "--again", "2024", "--in", "SITE"],
        ] {
            #expect(try run(command).status == 0, "\(command)")
        }
        let lines = try run(["log", "2024", "--in", "SITE"]).output.split(separator: "\n")
        let kinds = ["added", "changed", "shown again"]
        let found = lines.compactMap { line in kinds.first { line.contains($0) } }
        #expect(found.sorted() == ["added", "changed", "shown again", "shown again"], "\(lines)")
    }

    @Test(arguments: ["publish", "status", "keys"]) func anEmptyHomeIsAMistake(_ command: String)
        throws
    {
        let words = [command] + (command == "keys" ? ["list"] : []) + ["--home", ""]
        let result = try Program.run("bundle-publish", words)
        #expect(result.status == 64)
        #expect(result.messages.contains("--home: expected a folder, found nothing"))
    }

    private func run(_ words: [String]) throws -> Program.Result {
        let bundles = words[0] == "publish" ? ["--bundles", fixture.bundles] : []
        return try Program.run(
            "bundle-publish",
            words.map { $0 == "SITE" ? fixture.site : $0 } + bundles
                + ["--home", fixture.home.path])
    }
}
