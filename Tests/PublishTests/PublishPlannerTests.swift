import TUF
import TestSupport
import Testing

@testable import BundlePublisher
@testable import SeasonAuthoring

/// What a publish decides to sign, and why, from what is live and the clock.
@Suite struct PublishPlannerTests {
    private static let day = SeasonFixture.day

    struct Case: CustomTestStringConvertible {
        let testDescription: String
        var changes = ["2024 unchanged", "2025 unchanged"]
        let signing: PublishPlan.Signing
        let after: Int64
        var hasKey = true
        let change: @Sendable (SeasonFixture) throws -> Void

        init(
            _ name: String, after: Int64 = 60, changes: [String]? = nil,
            _ signing: PublishPlan.Signing, hasKey: Bool = true,
            _ change: @escaping @Sendable (SeasonFixture) throws -> Void = { _ in }
        ) {
            (testDescription, self.after, self.signing) = (name, after, signing)
            (self.hasKey, self.change) = (hasKey, change)
            if let changes { self.changes = changes }
        }
    }

    private static let added = ["2024 added", "2025 added"]
    static let cases = [
        Case("first publish", changes: added, .everything(.first)) { try $0.folder.remove("site") },
        Case("nothing changed", .nothing),
        Case(
            "one season changed", changes: ["2024 changed", "2025 unchanged"], .everything(.content)
        ) { try $0.addSeason(2024, title: "Another") },
        Case(
            "one season removed", changes: ["2024 removed", "2025 unchanged"], .everything(.content)
        ) { try $0.folder.remove("bundles/2024") },
        Case("a zip is gone", changes: ["2024 unchanged", "2025 restored"], .everything(.files)) {
            try $0.folder.remove("site/targets/f1/2025")
        },
        Case("a new root", .roots) { try $0.change(.renewRoot, after: 10) },
        Case("a new online key", changes: added, .everything(.newKey)) {
            try $0.rotateOnline(after: 10)
        },
        Case(
            "a new online key after a publish from the far future", changes: added,
            .everything(.newKey)
        ) {
            try $0.addSeason(2024, title: "Ahead")
            try $0.publish(after: 900 * day)
            try $0.rotateOnline(after: 10)
        },
        Case("timestamp with half of its life", after: 45 * day, .nothing),
        Case("timestamp with less than half of its life", after: 46 * day, .timestamp),
        Case("an old timestamp without the key", after: 80 * day, .nothing, hasKey: false),
        Case("a new root without the key", after: 80 * day, .roots, hasKey: false) {
            try $0.change(.renewRoot, after: 10)
        },
    ]

    @Test(arguments: cases) func plans(_ example: Case) throws {
        let fixture = try SeasonFixture.published()
        try example.change(fixture)
        let isRotated = example.testDescription.contains("online key")
        if example.testDescription == "first publish" { try fixture.folder.remove("home/seen") }
        let plan = try Self.plan(fixture, after: example.after, hasKey: example.hasKey)
        #expect(plan.seasons.map { "\($0.year) \($0.change.rawValue)" } == example.changes)
        #expect(plan.signing == example.signing)
        #expect(isRotated || plan.version >= SeasonFixture.start.unixSeconds + example.after)
    }

    struct Refusal: CustomTestStringConvertible {
        let testDescription: String
        var newest: Int64?
        var rootExpiresDays: Int64 = 5 * 365
        var now = SeasonFixture.start
        let sentence: String
    }

    static let refusals = [
        Refusal(
            testDescription: "a clock without a battery", now: UTCTime(unixSeconds: 300),
            sentence: "clock: expected 2026-01-01T00:00:00Z or later, found 1970-01-01T00:05:00Z"),
        Refusal(
            testDescription: "an expired root", rootExpiresDays: -1,
            sentence: "root: expected one that is valid now, found that it expired at "
                + "2027-01-14T08:00:00Z; the clock says 2027-01-15T08:00:00Z"),
        Refusal(
            testDescription: "a published version of tomorrow",
            newest: SeasonFixture.start.unixSeconds + day,
            sentence: "clock: expected a time after the last publish at 2027-01-16T08:00:00Z, "
                + "found 2027-01-15T08:00:00Z"),
        Refusal(
            testDescription: "a published version of the far future", newest: .max - 1,
            sentence: "clock: expected a time after the last publish at 9999-12-31T23:59:59Z, "
                + "found 2027-01-15T08:00:00Z"),
        Refusal(
            testDescription: "a clock years ahead", newest: SeasonFixture.start.unixSeconds - 60,
            rootExpiresDays: 50 * 365, now: SeasonFixture.start.advanced(bySeconds: 20 * 365 * day),
            sentence: "clock: expected at most three years after the last publish at "
                + "2027-01-15T07:59:00Z, found 2047-01-10T08:00:00Z"),
    ]

    @Test(arguments: refusals) func refuses(_ example: Refusal) throws {
        let told = trouble {
            try PublishClock.check(
                newest: example.newest,
                rootExpires: SeasonFixture.start.advanced(
                    bySeconds: example.rootExpiresDays * Self.day),
                now: example.now)
        }
        #expect(told?.message == example.sentence)
        #expect(told?.remedy?.isEmpty == false)
    }

    private static func plan(
        _ fixture: SeasonFixture, after seconds: Int64, hasKey: Bool = true
    ) throws -> PublishPlan {
        let work: Publisher.Work =
            hasKey
            ? .publish(SeasonPlanner(try SeasonSet(fixture.bundles, .folder)))
            : .refresh(isForced: false)
        return try Publisher(
            work, destination: FolderDestination(directory: fixture.site), home: fixture.home,
            key: hasKey ? fixture.onlineKey() : nil,
            now: SeasonFixture.start.advanced(bySeconds: seconds)
        ).plan().plan
    }
}
