import BundleFormat
import SeasonAuthoring
import TUF
import TestSupport
import Testing

@testable import BundlePublisher

/// `decisions.txt`: what is written is read, and what cannot be read is a mistake.
@Suite struct DecisionsFileTests {
    private static let a = DecisionTests.version("a").hex
    private static let now = UTCTime(unixSeconds: 1_800_000_000)
    private let folder: TemporaryDirectory
    private var file: DecisionsFile { DecisionsFile(home: Home(path: folder.path)) }

    init() throws { folder = try TemporaryDirectory() }

    private func read(_ text: String) throws -> DecisionsFile.Content? {
        try folder.write(text, to: DecisionsFile.name)
        return try file.read(now: Self.now)
    }

    private static func content(why: String = "") -> DecisionsFile.Content {
        let year = known(BundleYear(2018))
        let zip = StoredZip(
            version: DecisionTests.version("a"), format: 2, sha256: a, lengthBytes: 12)
        var record = SignedRecord()
        let commit = String(repeating: "1", count: 40)
        record.given[year] = KnownContent(zip, since: 1_700_000_000, commit: commit, source: a)
        record.removed[known(BundleYear(2017))] = KnownContent(zip, since: 1_700_000_001)
        record.offered[year] = [KnownContent(zip, since: 1_700_000_002)]
        record.named[year] = [KnownContent(zip, since: 1_700_000_003)]
        record.decisions.add(
            SignedDecision(
                Decision(year, DecisionTests.version("a"), .recall), since: 1_700_000_004,
                why: why))
        return DecisionsFile.Content(upTo: 1_700_000_005, record: record)
    }

    @Test(arguments: [
        "", "wrong # totals", "\u{FEFF}x", "a\u{2028}b", "a\u{FFFF}b", "\u{301}x", "e\u{301}",
    ])
    func whatIsWrittenIsRead(_ why: String) throws {
        try file.write(Self.content(why: why))
        #expect(try file.read(now: Self.now) == Self.content(why: why))
    }

    @Test func anEditorsLineEndsAndSpacesDoNotMatter() throws {
        let text = DecisionsFile.text(Self.content())
        let odd =
            "\u{FEFF}" + text.replacing("\n", with: " \r\n").replacing(" 2018 ", with: "\t2018  ")
        #expect(try read(odd) == Self.content())
    }

    struct Mistake: CustomTestStringConvertible {
        let line: String
        let says: String
        var testDescription: String { says }
    }

    @Test(arguments: [
        Mistake(line: "yesterday 2018 recall \(a)", says: "expected TIME YEAR DECISION"),
        Mistake(line: "2026-01-01T00:00:00Z 18 recall \(a)", says: "expected TIME YEAR DECISION"),
        Mistake(line: "2026-01-01T00:00:00Z 2018 recal \(a)", says: "expected a decision"),
        Mistake(line: "2028-01-01T00:00:00Z 2018 recall \(a)", says: "a time that has come"),
        Mistake(
            line: "2027-01-10T00:00:00Z 2018 recall \(a)", says: "nothing later than its state"),
        Mistake(line: "<<<<<<< HEAD", says: "without a merge conflict"),
        Mistake(line: "2026-01-01T00:00:00Z 2018 given \(a) zip 1 2", says: "expected a decision"),
    ])
    func aMistakeIsNamed(_ mistake: Mistake) throws {
        let told = try #require(
            trouble { _ = try read("state 2027-01-01T00:00:00Z\n\(mistake.line)\n") })
        #expect(told.exitStatus == 2)
        #expect(told.diagnostics.count == 1)
        #expect(
            told.diagnostics.first?.message.contains(mistake.says) == true, "\(told.diagnostics)")
        #expect(told.diagnostics.first?.remedy != nil)
    }

    @Test func aFileWithoutItsStateIsAMistake() {
        #expect(trouble { _ = try read("# nothing\n") }?.exitStatus == 2)
    }

    @Test func aLineThatCannotBeReadIsQuotedByAFewCharacters() throws {
        let secret = "BUNDLE-ONLINE-KEY-0123456789"
        let told = try #require(trouble { _ = try read(secret) })
        let text = told.diagnostics.map(\.message).joined()
        #expect(text.contains("'BUNDLE-ONLIN…'") && !text.contains("KEY"))
    }
}
