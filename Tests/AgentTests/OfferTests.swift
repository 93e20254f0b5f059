import BundleFormat
@testable import BundleUpdater
import JSON
@testable import SeasonClient
import Testing
import TUF

/// Targets as a publisher, or a thief of its key, may sign them.
@Suite struct OfferTests {
    struct Case: CustomTestStringConvertible, Sendable {
        let testDescription: String
        var path = "f1/2024/bundle.zip"
        var lengthBytes = 100
        var hashes = ["sha256": String(repeating: "A", count: 64)]
        var custom: JSON? = OfferTests.custom
        /// `accepted`, `ignored`, `format 2`, or words of the refusal.
        let expected: String
    }

    static let custom: JSON = [
        "format": 1, "published": "2026-11-21T00:00:00Z", "year": 2024,
        "version": .string(String(repeating: "b", count: 64)),
    ]
    static let cases: [Case] = [
        Case(testDescription: "a bundle", expected: "accepted"),
        Case(testDescription: "another file", path: "f1/2024/notes.txt", expected: "ignored"),
        Case(testDescription: "a path that climbs", path: "f1/../bundle.zip", expected: "ignored"),
        Case(testDescription: "a level to come", path: "f3/2024/bundle.zip", expected: "format 3"),
        Case(testDescription: "no custom", custom: nil, expected: "expected a custom member"),
        Case(testDescription: "no object", custom: 7, expected: "custom"),
        Case(
            testDescription: "another year", path: "f1/2025/bundle.zip",
            expected: "expected f1/2025/bundle.zip"),
        Case(
            testDescription: "no SHA-256", hashes: ["sha512": "00"], expected: "expected a SHA-256"),
        Case(
            testDescription: "a hash that is a path", hashes: ["sha256": "../../../../etc/passwd"],
            expected: "expected a SHA-256"),
        Case(
            testDescription: "too long", lengthBytes: 9 << 20,
            expected: "expected at most 8388608 bytes"),
    ]

    @Test(arguments: cases) func targets(_ row: Case) throws {
        let offers = Offers([
            TargetFile(
                path: row.path, lengthBytes: row.lengthBytes, hashes: row.hashes, custom: row.custom
            )
        ])
        if let offer = offers.accepted.values.first {
            #expect(row.expected == "accepted")
            #expect(offer.sha256 == String(repeating: "a", count: 64))
        }
        switch offers.refused.values.first {
        case nil: #expect(row.expected == (offers.accepted.isEmpty ? "ignored" : "accepted"))
        case .format(let form): #expect(row.expected == "format \(form.level)")
        case .malformed(let sentence): #expect(sentence.contains(row.expected))
        }
    }

    @Test func aYearWithTwoFormsIsRefused() throws {
        let targets = (1...3).map { level in
            var custom = Self.custom.objectValue ?? JSONObject()
            custom["format"] = .integer(Int64(level))
            return TargetFile(
                path: "f\(level)/2024/bundle.zip", lengthBytes: 100,
                hashes: ["sha256": String(repeating: "a", count: 64)], custom: .object(custom))
        }
        for targets in [targets, targets.reversed(), Array(targets.prefix(2))] {
            let offers = Offers(targets)
            #expect(offers.accepted.isEmpty)
            guard case .malformed(let sentence) = offers.refused[.of(2024)] else {
                Issue.record("\(offers.refused)")
                continue
            }
            #expect(sentence.hasPrefix("expected one target a year, found f"))
        }
    }

    @Test(
        arguments: [
            (nil, "2024 c"), ([:], ""), (["later": 7], ""), (["withdrawn": [2026]], "-2026"),
            (["recalled": ["2024": ["C"]]], "recalled.2024[0]: expected 64 lower-case hex digits"),
            (["recalled": ["24": []]], "expected a year from 1992 to 2999"),
            (["withdrawn": ["2026"]], "withdrawn[0]"), ([], "expected an object"),
        ] as [(JSON?, String)])
    func theRecallListIsRead(_ custom: JSON?, _ expected: String) throws {
        let c = String(repeating: "c", count: 64)
        let offers = Offers([
            TargetFile(
                path: RecallList.targetPath, lengthBytes: 100, hashes: [:],
                custom: custom ?? ["recalled": ["2024": [.string(c)]]])
        ])
        guard let list = offers.recalls else {
            let problem = try #require(offers.recallsProblem)
            #expect(problem.hasPrefix("record.json: ") && problem.contains(expected), "\(problem)")
            return
        }
        let words =
            list.recalled.flatMap { year, versions in versions.map { "\(year) \($0.hex.prefix(1))" }
            }
            + list.withdrawn.map { "-\($0)" }
        #expect(words.joined(separator: " ") == expected)
    }
}
