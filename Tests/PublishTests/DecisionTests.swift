import BundleFormat
import TUF
import TestSupport
import Testing

@testable import BundlePublisher

/// Which decisions count, and what follows from them: rule 1 with literals.
@Suite struct DecisionTests {
    private static let year = known(BundleYear(2018))

    static func version(_ name: Character) -> ContentVersion {
        known(ContentVersion(String(repeating: name, count: 64)))
    }

    /// `3 rollback a to b`: the version of the state that signed it, and the decision.
    static func signed(_ text: String) -> SignedDecision {
        let words = text.split(separator: " ").map { word in
            word.count == 1 && word.first?.isLetter == true
                ? Substring(version(known(word.first)).hex) : word
        }
        return SignedDecision(
            known(Decision(year, Array(words.dropFirst()))), since: known(Int64(words[0])))
    }

    private func decisions(_ texts: String...) -> Decisions { Decisions(texts.map(Self.signed)) }

    @Test(arguments: [
        "rollback \(version("a")) to \(version("b"))", "rollback \(version("a")) to nothing",
        "again \(version("a"))", "recall \(version("a"))", "lift \(version("a"))",
        "stop \(version("a"))", "waves \(version("a")) all",
        "waves \(version("a")) 10%:0h,100%:1d hold-off 10m",
    ])
    func aDecisionKeepsItsText(_ text: String) {
        #expect(Decision(Self.year, text.split(separator: " "))?.text == text)
    }

    @Test(arguments: [
        "", "recall", "recall abc", "rollback \(version("a"))", "again \(version("a")) now",
        "waves \(version("a")) 50%:1h,10%:2h", "rollback \(version("a")) to none",
    ])
    func anythingElseIsNoDecision(_ text: String) {
        #expect(
            Decision(Self.year, text.split(separator: " ", omittingEmptySubsequences: false)) == nil
        )
    }

    @Test func theOneSignedLastCounts() {
        #expect(!decisions("3 recall a", "4 lift a").isRecalled(Self.year, Self.version("a")))
        #expect(decisions("3 lift a", "4 recall a").isRecalled(Self.year, Self.version("a")))
    }

    @Test(arguments: [
        ("3 recall a", "3 lift a"), ("3 rollback a to b", "3 again a"),
        ("3 stop a", "3 waves a all"),
    ])
    func withinOneStateTheCautiousOneCounts(_ cautious: String, _ other: String) {
        let signed = Self.signed(cautious)
        #expect(decisions(cautious, other).all == [signed])
        #expect(decisions(other, cautious).all == [signed])
    }

    @Test func aUnionIsTheSameInEitherOrderAndTwice() {
        let texts = [
            "3 recall a", "3 rollback a to b", "4 rollback a to c", "4 rollback a to b", "5 stop b",
            "5 waves b all",
        ]
        let all = Decisions(texts.map(Self.signed))
        for cut in texts.indices {
            let left = Decisions(texts[..<cut].map(Self.signed))
            let right = Decisions(texts[cut...].map(Self.signed))
            #expect(left.union(right) == all && right.union(left) == all)
            #expect(all.union(left) == all && all.includes(left))
        }
    }

    @Test(
        arguments: [
            ([], Decisions.End.content(version("a"))),
            (["1 rollback a to b", "1 rollback b to c"], .content(version("c"))),
            (["1 rollback a to b", "2 again a"], .content(version("a"))),
            (["1 rollback a to nothing"], .nothing),
            (["1 rollback a to b", "1 rollback b to c", "1 rollback c to b"], .circle),
        ] as [([String], Decisions.End)])
    func replacementsAreFollowedToTheEnd(_ texts: [String], _ end: Decisions.End) {
        let decisions = Decisions(texts.map(Self.signed))
        #expect(decisions.end(Self.year, from: Self.version("a")) == end)
    }

    @Test(
        arguments: [
            ([], waves, waves), (["1 waves a all"], waves, Rollout(waves: [], holdOffSeconds: 60)),
            (["1 waves a all hold-off 0h"], waves, nil), (["1 stop a"], waves, waves.stopped),
            (["1 stop a"], nil, Rollout.everyone.stopped),
            // The waves before a stop play no part: the rollout follows from its beginning and the last decision alone.
            (["1 waves a 50%:0h", "2 stop a"], waves, waves.stopped),
            (
                ["1 stop a", "2 waves a 50%:0h hold-off 2m"], waves,
                Rollout(waves: [.init(percent: 50, afterSeconds: 0)], holdOffSeconds: 120)
            ),
        ] as [([String], Rollout?, Rollout?)])
    func aRolloutFollowsFromItsBeginningAndTheLastDecision(
        _ texts: [String], _ begun: Rollout?, _ expected: Rollout?
    ) {
        let decisions = Decisions(texts.map(Self.signed))
        #expect(decisions.rollout(Self.year, Self.version("a"), begun: begun) == expected)
    }

    static let waves = known(
        Rollout(waves: [.init(percent: 10, afterSeconds: 0)], holdOffSeconds: 60))
}

/// Contents, decisions, facts and the clock → what is signed.
@Suite struct OfferingTests {
    private static let year = known(BundleYear(2018))
    private static let before: Int64 = 1_799_000_000
    private static let now: Int64 = 1_800_000_000

    private static func content(_ name: Character, begun: Rollout? = nil) -> KnownContent {
        let version = DecisionTests.version(name)
        return KnownContent(
            StoredZip(version: version, format: 1, sha256: version.hex, lengthBytes: 10),
            since: before, begun: begun)
    }

    /// A situation, and what is signed of the season.
    struct Case: CustomTestStringConvertible {
        let testDescription: String
        var decisions: [String] = []
        var given: Character? = "a"
        var begun: Rollout?
        var live: Character?
        var offered = ""
        /// Contents whose zip is there.
        var zips = "abc"
        /// What is shown; nil for nothing.
        let shown: Character?
        var isWithdrawn = false
        var isMissing = false
        var signed: Rollout?
    }

    private static let cases = [
        Case(testDescription: "a content without decisions is shown", shown: "a"),
        Case(
            testDescription: "a content begins with its rollout", begun: DecisionTests.waves,
            live: "b", shown: "a", signed: DecisionTests.waves),
        Case(
            testDescription: "a replacement is shown", decisions: ["1 rollback a to b"], live: "a",
            shown: "b"),
        Case(
            testDescription: "in a circle the season stays as it is",
            decisions: ["1 rollback a to b", "1 rollback b to a"], live: "c", shown: "c"),
        Case(
            testDescription: "a circle around a recalled content withdraws it",
            decisions: ["1 rollback a to b", "1 rollback b to a", "1 recall c"], live: "c",
            shown: nil, isWithdrawn: true),
        Case(
            testDescription: "a rollback to nothing withdraws",
            decisions: ["1 rollback a to nothing"], live: "a", offered: "b", shown: nil,
            isWithdrawn: true),
        Case(
            testDescription: "a recall shows the newest content that nothing recalls or replaces",
            decisions: ["1 recall a", "1 rollback b to c"], live: "a", offered: "bc", shown: "c"),
        Case(
            testDescription:
                "a recall of another content than the present one keeps the present one",
            decisions: ["1 recall a"], live: "b", offered: "c", shown: "b"),
        Case(
            testDescription: "a recall without any other content withdraws",
            decisions: ["1 recall a"], live: "a", shown: nil, isWithdrawn: true),
        Case(
            testDescription: "a recall does not show what is gone", decisions: ["1 recall a"],
            live: "a", offered: "bc", zips: "ac", shown: "c"),
        Case(
            testDescription: "a recalled replacement shows the newest other content",
            decisions: ["1 rollback a to b", "1 recall b"], live: "b", offered: "ac", shown: "c"),
        Case(
            testDescription: "a replacement without a zip leaves the season as it is",
            decisions: ["1 rollback a to b"], live: "c", zips: "a", shown: "c", isMissing: true),
        Case(
            testDescription: "a replacement without a zip withdraws what is recalled",
            decisions: ["1 rollback a to b", "1 recall c"], live: "c", zips: "a", shown: nil,
            isWithdrawn: true, isMissing: true),
        Case(
            testDescription: "a season that is not given is not offered, and not withdrawn",
            decisions: ["1 recall b"], given: nil, live: "a", shown: nil),
    ]

    @Test(arguments: cases) func isSigned(_ situation: Case) throws {
        let year = Self.year
        var record = SignedRecord()
        record.given =
            situation.given.map { [year: Self.content($0, begun: situation.begun)] } ?? [:]
        record.decisions = Decisions(situation.decisions.map(DecisionTests.signed))
        record.offered[year] = situation.offered.map { Self.content($0) }
        var facts = Offering.Facts(record: record, version: Self.now)
        facts.known[year] = "abc".map { Self.content($0) }
        facts.zipsThere = Set(situation.zips.map { DecisionTests.version($0).hex })
        let published = UTCTime(unixSeconds: Self.before).description
        facts.live =
            situation.live.map {
                let custom = TargetCustom(
                    year: year, version: DecisionTests.version($0), published: published)
                return [year: Self.content($0).zip.target(custom)]
            } ?? [:]
        let offering = Offering(facts)
        let entry = offering.seasons[year]?.custom
        #expect(entry?.version == situation.shown.map(DecisionTests.version))
        #expect(offering.recalls.withdrawn.contains(year) == situation.isWithdrawn)
        #expect((offering.missing[year] != nil) == situation.isMissing)
        #expect(entry?.rollout == situation.signed)
        if let entry {
            let isNew = situation.shown != situation.live
            #expect(entry.published == (isNew ? "\(UTCTime(unixSeconds: Self.now))" : published))
        }
        #expect(SignedRecord(offering.record.encoded()) == offering.record)
    }

    @Test func earlierContentsAreKeptNewestFirst() {
        var record = SignedRecord()
        record.given = [Self.year: Self.content("c")]
        record.offered = [Self.year: [Self.content("a")]]
        var facts = Offering.Facts(record: record, version: Self.now)
        let custom = TargetCustom(
            year: Self.year, version: DecisionTests.version("b"),
            published: UTCTime(unixSeconds: Self.before).description)
        facts.live = [Self.year: Self.content("b").zip.target(custom)]
        let offered = Offering(facts).record.offered[Self.year]
        #expect(offered?.map(\.version) == ["b", "a"].map { DecisionTests.version($0) })
    }

    @Test func whatADecisionNamesStaysKnown() {
        var record = SignedRecord()
        record.given = [Self.year: Self.content("a")]
        record.decisions = Decisions(["1 recall b"].map(DecisionTests.signed))
        var facts = Offering.Facts(record: record, version: Self.now)
        facts.known[Self.year] = [Self.content("b"), Self.content("c")]
        let named = Offering(facts).record.named[Self.year]
        #expect(named?.map(\.version) == [DecisionTests.version("b")])
    }
}
