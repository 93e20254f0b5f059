import Foundation
import JSON
import SeasonClient
import Testing
import TestSupport

/// The documents, the schema and the picture name the outcomes that the table of outcomes has.
@Suite struct OutcomeTableTests {
    private static let all = PollReport.Outcome.allCases

    private static func text(_ path: String) throws -> String {
        try String(contentsOfFile: Checkout.path(path), encoding: .utf8)
    }

    @Test func theSchemaListsTheOutcomes() throws {
        let schema = try JSON.parse(Array(Self.text("docs/status.schema.json").utf8))
        let listed = try #require(schema["properties"]?["outcome"]?["enum"]?.arrayValue)
        #expect(listed == Self.all.map { .string($0.rawValue) } + [.null])
    }

    /// The line of the metric says which outcomes are failures, and which are neither.
    @Test func theMetricNamesTheOutcomesByWhatTheyCount() throws {
        let line = try #require(
            Self.text("docs/OPERATIONS.md").split(separator: "\n")
                .first { $0.contains("bundle_agent_polls_total{outcome}") })
        let parts = line.split(separator: ";")
        try #require(parts.count == 3)
        let (done, failures, neither) = (parts[0], parts[1], parts[2])
        for outcome in Self.all {
            let expected =
                switch outcome.meaning.failures {
                case .oneMore, .oneMoreUnlessRefused: failures
                case .zero where outcome.meaning.trouble == nil: done
                case .zero, .unchanged: neither
                }
            for part in parts {
                #expect(
                    part.contains("`\(outcome.rawValue)`") == (part == expected),
                    "\(outcome.rawValue) in: \(part)")
            }
        }
    }

    @Test func thePictureShowsOutcomes() throws {
        let words = try Self.text("docs/pictures/poll.dot").split(separator: "\n")
            .drop { !$0.contains("node [group=ends]") }.dropFirst()
            .prefix { $0.contains("[label=") }
            .map { String($0.split(separator: "\"")[1].prefix { $0 != "\\" }) }
        #expect(words.count >= 8)
        let known = Set(Self.all.map(\.rawValue))
        for word in words { #expect(known.contains(word), "\(word)") }
    }
}
