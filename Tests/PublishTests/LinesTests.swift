import Foundation
import JSON
import TUF
import TestSupport
import Testing

@testable import BundlePublisher
@testable import SeasonAuthoring

/// `decisions.txt`: what is read, what is a mistake, and where it is.
@Suite struct LinesTests {
    private static let a = String(repeating: "a", count: 64)
    private static let b = String(repeating: "b", count: 64)
    private static let now = SeasonFixture.start
    private let folder: TemporaryDirectory
    private var file: DecisionsFile { DecisionsFile(home: Home(path: folder.path)) }

    init() throws { folder = try TemporaryDirectory() }

    private func read(_ text: String) throws -> DecisionsFile.Content {
        try folder.write(text, to: DecisionsFile.name)
        return try file.read(now: Self.now)
    }

    @Test(arguments: [
        "2026-11-22T00:28:36Z 2018 rollback \(a) to \(b)", "2026-11-22T00:28:36Z 2018 again \(a)",
        "2026-11-22T00:28:36Z 2018 recall \(a)", "2026-11-22T00:28:36Z 2018 lift \(a)",
        "2026-11-22T00:28:36Z 2018 waves \(a) all",
        "2026-11-22T00:28:36Z 2018 waves \(a) 10%:0h,100%:1d",
        "2026-11-22T00:28:36Z 2018 waves \(a) all hold-off 10m",
        "2026-11-22T00:28:36Z 2018 stop \(a)",
    ])
    func aLineKeepsItsText(_ line: String) throws {
        let content = try read(line)
        #expect(content.mistakes.isEmpty)
        #expect(content.decisions.lines.map(\.text) == [line])
    }

    @Test func spacesLineEndsAndOrderDoNotMatter() throws {
        let first = "2026-11-22T00:28:36Z 2018 recall \(Self.a)"
        let second = "2026-11-23T00:28:36Z 2018 lift \(Self.a)"
        let plain = try read("\(first)\n\(second)\n").decisions
        let odd = try read(
            "\u{FEFF}# heading\r\n\r\n  \(second)   # it was right\r\n"
                + first.replacingOccurrences(of: " ", with: " \t ") + "\r\n\(first)")
        #expect(odd.decisions == plain)
        #expect(odd.reasons.values.sorted() == ["it was right"])
    }

    struct Mistake: CustomTestStringConvertible {
        let line: String
        let column: Int
        let message: String
        let remedy: String
        var testDescription: String { message }
    }

    @Test(arguments: [
        Mistake(
            line: "yesterday 2018 recall \(a)", column: 1, message: "a time such as",
            remedy: "TIME YEAR DECISION"),
        Mistake(
            line: "2027-02-01T00:00:00Z 2018 recall \(a)", column: 1,
            message: "a time that has come",
            remedy: "set the clock"),
        Mistake(
            line: "2026-11-22T00:28:36Z 18 recall \(a)", column: 22, message: "a year",
            remedy: "TIME YEAR DECISION"),
        Mistake(
            line: "2026-11-22T00:28:36Z 2018 recal \(a)", column: 27, message: "one of rollback",
            remedy: "write recall"),
        Mistake(
            line: "2026-11-22T00:28:36Z 2018 recall c9e384", column: 34, message: "64 lower-case",
            remedy: "whole versions"),
        Mistake(
            line: "2026-11-22T00:28:36Z 2018 recall", column: 33,
            message: "found the end of the line",
            remedy: "whole versions"),
        Mistake(
            line: "2026-11-22T00:28:36Z 2018 rollback \(a) \(b)", column: 101, message: "'to'",
            remedy: "TIME YEAR DECISION"),
        Mistake(
            line: "2026-11-22T00:28:36Z 2018 waves \(a) 50%:1h,10%:2h", column: 98,
            message: "all, or waves",
            remedy: "later and greater"),
        Mistake(
            line: "2026-11-22T00:28:36Z 2018 lift \(a) because", column: 97,
            message: "the end of the line", remedy: "follows #"),
    ])
    func aMistakeHasItsPlaceAndRemedy(_ mistake: Mistake) throws {
        let good = "2026-11-22T00:28:36Z 2018 recall \(Self.b)"
        let content = try read("\(good)\n\(mistake.line)\n")
        let found = try #require(content.mistakes.first)
        #expect(content.mistakes.count == 1)
        #expect(found.place?.position.line == 2)
        #expect(found.place?.position.column == mistake.column)
        #expect(found.message.contains(mistake.message), "\(found.message)")
        #expect(found.remedy?.contains(mistake.remedy) == true, "\(found.remedy ?? "")")
        // The good line counts: a recall must not wait for a typing error.
        #expect(content.decisions.lines.map(\.text) == [good])
    }

    @Test func limitsKeepPlacesForRecalls() throws {
        func line(_ number: Int, _ verb: String) -> String {
            let digits = String(repeating: "0", count: 60) + String(format: "%04x", number)
            return "\(UTCTime(unixSeconds: 1_790_000_000 + Int64(number))) 2018 \(verb) \(digits)"
        }
        let content = try read((0..<990).map { line($0, "stop") }.joined(separator: "\n"))
        let more = (990..<1_001).map { known(DecisionLine(text: line($0, "stop"))) }
        let recall = known(DecisionLine(text: line(991, "recall")))
        #expect(trouble { try file.add([more[0]], reason: nil, to: content) }?.exitStatus == 1)
        try file.add([recall], reason: "bad", to: content)
        let next = try file.read(now: Self.now)
        #expect(next.decisions.lines.count == 991)
        #expect(next.reasons[recall] == "bad")
    }

    @Test func addingKeepsEveryByte() throws {
        let text = "2026-11-22T00:00:01Z 2018 rekall \(Self.a)"
        let content = try read(text)
        let line = known(DecisionLine(text: "2026-11-23T00:00:01Z 2018 recall \(Self.a)"))
        try file.add([line], reason: nil, to: content)
        let after = try String(contentsOfFile: file.path, encoding: .utf8)
        #expect(after == "\(text)\n\(line.text)\n")
    }
}
