import BundleFormat
import TUF
import TestSupport
import Testing

@testable import BundlePublisher

/// The function: contents, lines, facts and the clock → what is signed.
@Suite struct OfferingTests {
    private static let year = known(BundleYear(2018))
    private static let now = SeasonFixture.start
    private static let before = "2027-01-01T00:00:00Z"

    private static func version(_ name: Character) -> ContentVersion {
        known(ContentVersion(String(repeating: name, count: 64)))
    }

    private static func zip(_ name: Character) -> StoredZip {
        StoredZip(version: version(name), format: 1, sha256: version(name).hex, lengthBytes: 10)
    }

    private static func bundle(_ name: Character, rollout: Rollout? = nil) -> PublishedBundle {
        zip(name).target(
            TargetCustom(year: year, version: version(name), published: before, rollout: rollout))
    }

    /// A situation, and what is signed of the season.
    struct Case: CustomTestStringConvertible {
        let testDescription: String
        /// `rollback a to b`, one a second.
        var lines: [String] = []
        var given: Character? = "a"
        var live: Character?
        var liveRollout: Rollout?
        /// Replacements whose zip is there.
        var zips = "abc"
        var rollout: Rollout?
        /// What is shown; nil for nothing.
        let shown: Character?
        var isWithdrawn = false
        var isMissing = false
        var isNew = true
        var signed: Rollout?
    }

    private static let waves = known(Rollout(waves: [.init(percent: 10, afterSeconds: 0)]))

    private static let cases = [
        Case(testDescription: "a content without lines is shown", shown: "a"),
        Case(
            testDescription: "what is live keeps its time and its rollout", live: "a",
            liveRollout: waves, rollout: nil, shown: "a", isNew: false, signed: waves),
        Case(
            testDescription: "a new content begins with the rollout of the configuration",
            live: "b",
            rollout: waves, shown: "a", signed: waves),
        Case(
            testDescription: "a replacement is offered to everyone", lines: ["rollback a to b"],
            live: "a", rollout: waves, shown: "b"),
        Case(
            testDescription: "replacements are followed to the end",
            lines: ["rollback a to b", "rollback b to c"], shown: "c"),
        Case(
            testDescription: "again ends a replacement", lines: ["rollback a to b", "again a"],
            live: "b", shown: "a"),
        Case(
            testDescription: "a circle ends at the target of its latest line",
            lines: ["rollback a to b", "rollback b to c", "rollback c to a"], shown: "a"),
        Case(
            testDescription: "lines about other contents change nothing",
            lines: ["rollback b to c", "recall c", "stop b"], shown: "a"),
        Case(
            testDescription: "aliased seasons: each year has its own contents and lines",
            lines: ["2019 recall a", "2019 rollback a to b"], shown: "a"),
        Case(
            testDescription: "a recalled content without a replacement is withdrawn",
            lines: ["recall a"], live: "a", shown: nil, isWithdrawn: true),
        Case(
            testDescription: "a recalled content shows its replacement",
            lines: ["rollback a to b", "recall a"], shown: "b"),
        Case(
            testDescription: "a recalled replacement is withdrawn",
            lines: ["rollback a to b", "recall b"], shown: nil, isWithdrawn: true),
        Case(testDescription: "lift ends a recall", lines: ["recall a", "lift a"], shown: "a"),
        Case(
            testDescription: "stop keeps the waves and stops them", lines: ["stop a"], live: "a",
            liveRollout: waves, shown: "a", isNew: false, signed: waves.stopped),
        Case(
            testDescription: "stop of what everyone follows stops everyone", lines: ["stop a"],
            live: "a", shown: "a", isNew: false, signed: Rollout.everyone.stopped),
        Case(
            testDescription: "waves end a stop", lines: ["stop a", "waves a all"], live: "a",
            liveRollout: Rollout.everyone.stopped, shown: "a", isNew: false),
        Case(
            testDescription: "a stop that another line ended leaves what it began with", live: "a",
            liveRollout: waves.stopped, shown: "a", isNew: false, signed: waves),
        Case(
            testDescription: "a replacement without a zip leaves the season as it is",
            lines: ["rollback a to b"], live: "c", zips: "a", shown: "c", isMissing: true,
            isNew: false),
        Case(
            testDescription: "a replacement without a zip withdraws what is recalled",
            lines: ["rollback a to b", "recall c"], live: "c", zips: "a", shown: nil,
            isWithdrawn: true, isMissing: true),
        Case(
            testDescription: "a season that is not given is not offered, and not withdrawn",
            lines: ["recall b"], given: nil, live: "a", shown: nil),
    ]

    private func decisions(_ lines: [String]) -> Decisions {
        Decisions(
            lines.enumerated().map { at, line in
                let words = line.split(separator: " ").map { word in
                    word.count == 1 ? Self.version(known(word.first)).hex : String(word)
                }
                let time = UTCTime(unixSeconds: 1_790_000_000 + Int64(at))
                let year = words[0].count == 4 && words[0].first == "2" ? "" : "2018 "
                return known(DecisionLine(text: "\(time) \(year)\(words.joined(separator: " "))"))
            })
    }

    @Test(arguments: cases) func isSigned(_ situation: Case) throws {
        let year = Self.year
        var record = SignedRecord()
        record.given = situation.given.map { [year: Self.zip($0)] } ?? [:]
        record.decisions = decisions(situation.lines)
        var facts = OfferingFacts(record: record, now: Self.now)
        facts.live =
            situation.live.map {
                [year: Self.bundle($0, rollout: situation.liveRollout)]
            } ?? [:]
        facts.rollout = situation.rollout
        for name in situation.zips {
            facts.replacements[year, default: [:]][Self.version(name)] = OfferedContent(
                zip: Self.zip(name), published: Self.before, commit: nil)
        }
        let offering = Offering(facts)
        let entry = offering.seasons[year]?.custom
        #expect(entry?.version == situation.shown.map(Self.version))
        #expect(offering.recalls.withdrawn.contains(year) == situation.isWithdrawn)
        #expect((offering.missing[year] != nil) == situation.isMissing)
        #expect(entry?.rollout == situation.signed)
        if let entry {
            #expect(entry.published == (situation.isNew ? "\(Self.now)" : Self.before))
        }
        #expect(offering.record.decisions == facts.decisions)
        #expect(offering.record.given == record.given)
        #expect(SignedRecord(offering.record.encoded()) == offering.record)
    }

    @Test func earlierContentsAreKeptNewestFirst() {
        var record = SignedRecord()
        record.given = [Self.year: Self.zip("c")]
        record.offered = [Self.year: [OfferedContent(Self.bundle("a"))]]
        var facts = OfferingFacts(record: record, now: Self.now)
        facts.live = [Self.year: Self.bundle("b")]
        let offered = Offering(facts).record.offered[Self.year]
        #expect(offered?.map(\.version) == [Self.version("b"), Self.version("a")])
    }
}
