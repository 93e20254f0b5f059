import MatchKeys
import Testing
import WebTransport

@testable import MatchSource

/// How often the server is asked, and when again.
@Suite struct MannersTests {
    @Test func atMostTenRequestsASecondAfterABurstOfTen() {
        var pace = RequestPace()
        var now: Duration = .seconds(100)
        var waits: [Duration] = []
        for _ in 1...30 {
            let wait = pace.waitForRequest(at: now)
            waits.append(wait)
            now += wait
        }
        #expect(waits.prefix(10).allSatisfy { $0 == .zero })
        // Twenty more take two seconds.
        let taken = now - .seconds(100)
        #expect(taken > .milliseconds(1_950) && taken < .milliseconds(2_050), "\(taken)")
    }

    @Test func waitsDoubleUpToALimit() {
        let plan = RetryPlan(hasStored: false)
        let waits = (1...4).map {
            plan.wait(after: $0, elapsed: .zero, retryAfterSeconds: 0, dice: 1)
        }
        #expect(waits == [.milliseconds(500), .seconds(1), .seconds(2), .seconds(4)])
        #expect(plan.wait(after: 5, elapsed: .zero, retryAfterSeconds: 0, dice: 1) == nil)
        #expect(plan.wait(after: 1, elapsed: .zero, retryAfterSeconds: 0, dice: 0) == .zero)
        #expect(plan.wait(after: 1, elapsed: .seconds(60), retryAfterSeconds: 0, dice: 1) == nil)
        #expect(plan.wait(after: 1, elapsed: .zero, retryAfterSeconds: 30, dice: 1) == .seconds(30))
        #expect(plan.wait(after: 1, elapsed: .seconds(31), retryAfterSeconds: 30, dice: 0) == nil)
        #expect(plan.wait(after: 1, elapsed: .zero, retryAfterSeconds: 31, dice: 1) == nil)
    }

    @Test(arguments: [429, 500, 502, 503, 504]) func whatMayPassIsTriedAgain(_ status: Int) throws {
        let fixture = try SourceFixture()
        fixture.answers = [
            SourceFixture.answer("<html>", status: status), SourceFixture.answer("{}"),
        ]
        _ = try fixture.source().get(.status)
        #expect(fixture.asked.count == 2)
        #expect(fixture.time.waits == [.milliseconds(500)])
    }

    @Test(arguments: [400, 403, 404, 405, 418, 501]) func whatStaysIsNotTriedAgain(
        _ status: Int
    ) throws {
        let fixture = try SourceFixture()
        fixture.answers = [SourceFixture.answer("<html>", status: status)]
        #expect(throws: SourceError.self) { try fixture.source().get(.status) }
        #expect(fixture.asked.count == 1 && fixture.time.waits.isEmpty)
    }

    @Test func aServerThatAsksForAPauseGetsItUpToHalfAMinute() throws {
        let fixture = try SourceFixture()
        fixture.answers = [
            SourceFixture.answer("", status: 429, headers: [("retry-after", "20")]),
            SourceFixture.answer("{}"),
        ]
        _ = try fixture.source().get(.status)
        #expect(fixture.time.waits == [.seconds(20)])
        fixture.answers = [
            SourceFixture.answer("", status: 503, headers: [("retry-after", "3600")])
        ]
        fixture.time.move(by: 4_000)
        #expect(try fixture.source().get(.status).facts.trouble == .wait(seconds: 3_600))
        #expect(fixture.asked.count == 3)
    }

    @Test func itGivesUpAfterAMinuteAtTheLatest() throws {
        let fixture = try SourceFixture()
        fixture.answers = [.failure(.unreachable("x"))]
        #expect(throws: SourceError.unavailable(.unreachable("x"))) {
            try fixture.source().get(.status)
        }
        #expect(fixture.asked.count == 5)
        #expect(fixture.time.waits.reduce(.zero, +) < .seconds(60))
    }
}
