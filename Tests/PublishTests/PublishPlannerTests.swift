import BundleFormat
import Testing
import TUF

@testable import BundlePublisher
@testable import SeasonAuthoring

/// What a publish decides, as a function of literals.
@Suite struct PublishPlannerTests {
    static let now = SeasonFixture.start
    static let day = SeasonFixture.day
    static let a = version("a")
    static let b = version("b")

    struct Case: CustomTestStringConvertible {
        let testDescription: String
        var content: [Int: ContentVersion] = [2024: a, 2025: b]
        var live: LiveState? = .some(PublishPlannerTests.live())
        let changes: [String]
        let signing: PublishPlan.Signing
    }

    static let cases = [
        Case(
            testDescription: "first publish", live: nil,
            changes: ["2024 added", "2025 added"], signing: .everything(.first)),
        Case(
            testDescription: "nothing changed",
            changes: ["2024 unchanged", "2025 unchanged"], signing: .nothing),
        Case(
            testDescription: "one season changed", content: [2024: b, 2025: b],
            changes: ["2024 changed", "2025 unchanged"], signing: .everything(.content)),
        Case(
            testDescription: "one season removed", content: [2025: b],
            changes: ["2024 removed", "2025 unchanged"], signing: .everything(.content)),
        Case(
            testDescription: "one season added", content: [2024: a, 2025: b, 2026: a],
            changes: ["2024 unchanged", "2025 unchanged", "2026 added"],
            signing: .everything(.content)),
        Case(
            testDescription: "a zip is gone", live: live { $0.missing = [year(2025)] },
            changes: ["2024 unchanged", "2025 restored"], signing: .everything(.files)),
        Case(
            testDescription: "a new root", live: live { $0.newRoots = .keepingOnlineKey },
            changes: ["2024 unchanged", "2025 unchanged"], signing: .roots),
        Case(
            testDescription: "a new online key",
            live: live { $0.newRoots = .replacingOnlineKey },
            changes: ["2024 unchanged", "2025 unchanged"], signing: .everything(.onlineKey)),
        Case(
            testDescription: "a new online key after a publish from the far future",
            live: live {
                $0.newRoots = .replacingOnlineKey
                $0.timestamp.version = 4_000_000_000
            },
            changes: ["2024 unchanged", "2025 unchanged"], signing: .everything(.onlineKey)),
        Case(
            testDescription: "timestamp with half of its life", live: timestamp(age: 45, left: 45),
            changes: ["2024 unchanged", "2025 unchanged"], signing: .nothing),
        Case(
            testDescription: "timestamp with less than half of its life",
            live: timestamp(age: 46, left: 44),
            changes: ["2024 unchanged", "2025 unchanged"], signing: .timestamp),
        Case(
            testDescription: "timestamp expired", live: timestamp(age: 100, left: -10),
            changes: ["2024 unchanged", "2025 unchanged"], signing: .timestamp),
        Case(
            testDescription: "targets with less than half of their life",
            live: live { $0.targets = role(age: 600, left: 500) },
            changes: ["2024 unchanged", "2025 unchanged"], signing: .everything(.expiry)),
    ]

    @Test(arguments: cases) func plans(_ example: Case) throws {
        let plan = try plan(example.content, example.live)
        #expect(plan.seasons.map { "\($0.year) \($0.change.rawValue)" } == example.changes)
        #expect(plan.signing == example.signing)
        #expect(plan.version == Self.now.unixSeconds)
    }

    @Test func withoutTheOnlineKeyOnlyRootsAreWritten() throws {
        for (newRoots, signing) in [
            (NewRoots.none, PublishPlan.Signing.nothing), (.keepingOnlineKey, .roots),
            (.replacingOnlineKey, .everything(.onlineKey)),
        ] {
            var live = Self.timestamp(age: 80, left: 10)
            live.newRoots = newRoots
            let plan = try PublishPlanner.plan(
                content: [Self.year(2024): Self.b], live: live, canSign: false,
                rootExpires: Self.now.advanced(bySeconds: Self.day), now: Self.now)
            #expect(plan.signing == signing, "\(newRoots)")
        }
    }

    @Test func aForcedPublishSignsEverything() throws {
        let plan = try PublishPlanner.plan(
            content: [:], live: Self.live { $0.versions = [:] }, isForced: true,
            rootExpires: Self.now.advanced(bySeconds: Self.day), now: Self.now)
        #expect(plan.signing == .everything(.asked))
    }

    @Test func versionsNeverRepeatWithinASecond() throws {
        let live = Self.live { $0.timestamp.version = Self.now.unixSeconds + 3 }
        #expect(try plan([2024: Self.b], live).version == Self.now.unixSeconds + 4)
    }

    /// Files that were once served under a version's name may still be in caches.
    @Test(arguments: [(0, 0), (1, 1), (2, 2), (59, 59), (60, 0), (100, 0)])
    func aRecoveryTakesNoVersionThatHasFiles(_ taken: Int64, _ steps: Int64) throws {
        let now = Self.now.unixSeconds
        let plan = try PublishPlanner.plan(
            content: [Self.year(2024): Self.b],
            live: Self.live { $0.newRoots = .replacingOnlineKey },
            taken: Set(now..<now + taken),
            rootExpires: Self.now.advanced(bySeconds: Self.day), now: Self.now)
        #expect(plan.version == now + steps)
    }

    struct Refusal: CustomTestStringConvertible {
        let testDescription: String
        var live: LiveState?
        var rootExpires = PublishPlannerTests.now.advanced(bySeconds: 5 * 365 * day)
        var now = PublishPlannerTests.now
        let sentence: String
    }

    static let refusals = [
        Refusal(
            testDescription: "a clock without a battery", now: UTCTime(unixSeconds: 300),
            sentence: "clock: expected 2026-01-01T00:00:00Z or later, found 1970-01-01T00:05:00Z"),
        Refusal(
            testDescription: "an expired root", rootExpires: now.advanced(bySeconds: -day),
            sentence: "root: expected one that is valid now, found that it expired at "
                + "2027-01-14T08:00:00Z; the clock says 2027-01-15T08:00:00Z"),
        Refusal(
            testDescription: "a published version of tomorrow", live: timestamp(age: -1, left: 90),
            sentence: "clock: expected a time after the last publish at 2027-01-16T08:00:00Z, "
                + "found 2027-01-15T08:00:00Z"),
        Refusal(
            testDescription: "a published version of the far future",
            live: live { $0.snapshot.version = .max - 1 },
            sentence: "clock: expected a time after the last publish at 9999-12-31T23:59:59Z, "
                + "found 2027-01-15T08:00:00Z"),
        Refusal(
            testDescription: "a clock years ahead", live: live(),
            rootExpires: now.advanced(bySeconds: 50 * 365 * day),
            now: now.advanced(bySeconds: 20 * 365 * day),
            sentence: "clock: expected at most three years after the last publish at "
                + "2027-01-15T07:59:00Z, found 2047-01-10T08:00:00Z"),
    ]

    @Test(arguments: refusals) func refuses(_ example: Refusal) {
        let error = trouble {
            _ = try PublishPlanner.plan(
                content: [:], live: example.live, rootExpires: example.rootExpires,
                now: example.now)
        }
        guard let sentence = error?.message, let remedy = error?.remedy else {
            Issue.record("expected a refusal with a remedy, found \(String(describing: error))")
            return
        }
        #expect(sentence == example.sentence)
        #expect(!remedy.isEmpty)
    }

    // MARK: - Literals

    private func plan(
        _ content: [Int: ContentVersion], _ live: LiveState?
    ) throws -> PublishPlan {
        try PublishPlanner.plan(
            content: Dictionary(uniqueKeysWithValues: content.map { (Self.year($0), $1) }),
            live: live, rootExpires: Self.now.advanced(bySeconds: 365 * Self.day), now: Self.now)
    }

    /// Signed a minute ago, with seasons 2024 and 2025.
    static func live(_ edit: (inout LiveState) -> Void = { _ in }) -> LiveState {
        let long = LiveState.Role(
            version: now.unixSeconds - 60, expires: now.advanced(bySeconds: 3_652 * day))
        var live = LiveState(
            timestamp: .init(
                version: now.unixSeconds - 60, expires: now.advanced(bySeconds: 90 * day)),
            snapshot: long, targets: long, versions: [year(2024): a, year(2025): b])
        edit(&live)
        return live
    }

    static func timestamp(age: Int64, left: Int64) -> LiveState {
        live { $0.timestamp = role(age: age, left: left) }
    }

    /// A role signed and expiring so many days from now.
    static func role(age: Int64, left: Int64) -> LiveState.Role {
        .init(
            version: now.unixSeconds - age * day, expires: now.advanced(bySeconds: left * day))
    }

    static func year(_ number: Int) -> BundleYear {
        guard let year = BundleYear(number) else { preconditionFailure("\(number) is no season") }
        return year
    }

    static func version(_ digit: String) -> ContentVersion {
        guard let version = ContentVersion(String(repeating: digit, count: 64)) else {
            preconditionFailure("64 hexadecimal digits are a version")
        }
        return version
    }
}
