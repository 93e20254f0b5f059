import BundleFormat
@testable import BundleUpdater
@testable import SeasonClient
import Testing

/// What the service does next, event by event.
@Suite struct ServiceMachineTests {
    /// A service, the boot clock, and what it did last.
    private final class Bench {
        var machine: ServiceMachine
        var now = Duration.seconds(1_000)
        /// How far the wall clock is ahead of the boot clock, in seconds.
        var clockLead: Int64 = 1_795_218_200

        init(watchdog: Duration? = nil) {
            machine = ServiceMachine(
                schedule: PollSchedule(interval: .seconds(900), retryAfterMax: .seconds(86_400)),
                pollTimeLimit: .seconds(3_600), watchdogInterval: watchdog)
        }

        func react(to event: ServiceMachine.Event) -> [ServiceMachine.Action] {
            machine.react(
                to: event, now: now, unixSeconds: clockLead + now.components.seconds,
                random: 0.5)
        }

        /// As time goes on until the service wakes.
        func wake() throws -> [ServiceMachine.Action] {
            now = try #require(machine.wakeUp)
            return react(to: .timer)
        }

        /// Started, whole, waiting for its first poll.
        func start() {
            _ = react(to: .started)
            _ = react(to: .childEnded(ServiceMachineTests.report(.upToDate)))
        }
    }

    private static func report(
        _ outcome: PollReport.Outcome, failures: Int = 0, retryAfter: Int? = nil
    ) -> PollReport {
        PollReport(
            startedUnixSeconds: 0, finishedUnixSeconds: 0, outcome: outcome,
            retryAfterSeconds: retryAfter, failuresInARow: failures, years: [])
    }

    @Test func itIsReadyOnceWhatIsServedIsWhole() {
        let bench = Bench()
        #expect(bench.react(to: .started) == [.prepare])
        let report = Self.report(.upToDate)
        // Nothing was ever downloaded: the first poll comes at once.
        #expect(bench.react(to: .childEnded(report)) == [.ready, .publish(report, next: .zero)])
        #expect(bench.react(to: .timer) == [.poll])
    }

    @Test func pollsFollowTheSchedule() throws {
        let bench = Bench()
        bench.start()
        for (report, pause) in [
            (Self.report(.upToDate), 450), (Self.report(.updated), 900),
            (Self.report(.unreachable, failures: 1), 30),
            (Self.report(.unreachable, failures: 2), 60), (Self.report(.upToDate), 900),
            (Self.report(.unreachable, failures: 1, retryAfter: 7_200), 7_560),
        ] {
            #expect(try bench.wake() == [.poll])
            let due = Duration.seconds(pause)
            #expect(bench.react(to: .childEnded(report)) == [.publish(report, next: due)])
            #expect(bench.machine.wakeUp == bench.now + due)
        }
    }

    @Test(arguments: [-6 * 3_600, 6 * 3_600, -700, 700, 4 << 40] as [Int64])
    func aClockThatIsSetEndsThePause(_ seconds: Int64) throws {
        let bench = Bench()
        bench.start()
        _ = try bench.wake()
        _ = bench.react(to: .childEnded(Self.report(.unreachable, failures: 1, retryAfter: 21_600)))
        bench.clockLead += seconds
        #expect(bench.react(to: .timer) == [])
        #expect(bench.machine.wakeUp == bench.now + .seconds(30))
        // Only once, and not again after the poll.
        bench.now += .seconds(20)
        #expect(bench.react(to: .timer) == [])
        bench.now += .seconds(10)
        #expect(bench.react(to: .timer) == [.poll])
        _ = bench.react(to: .childEnded(Self.report(.upToDate)))
        let next = bench.machine.wakeUp
        #expect(bench.react(to: .timer) == [])
        #expect(bench.machine.wakeUp == next)
    }

    @Test(arguments: [-599, -1, 1, 600] as [Int64])
    func aCorrectedClockChangesNoPause(_ seconds: Int64) throws {
        let bench = Bench()
        bench.start()
        _ = try bench.wake()
        _ = bench.react(to: .childEnded(Self.report(.upToDate)))
        let before = bench.machine.wakeUp
        bench.clockLead += seconds
        #expect(bench.react(to: .timer) == [])
        #expect(bench.machine.wakeUp == before)
    }

    @Test func aClockThatIsSetDelaysNoPoll() throws {
        let bench = Bench()
        bench.start()
        _ = try bench.wake()
        _ = bench.react(to: .childEnded(Self.report(.upToDate)))
        let before = try #require(bench.machine.wakeUp)
        bench.now = before - .seconds(5)
        bench.clockLead += 86_400
        #expect(bench.react(to: .timer) == [])
        #expect(bench.machine.wakeUp == before)
    }

    @Test func afterALongSleepItPollsOnce() throws {
        let bench = Bench()
        bench.start()
        _ = try bench.wake()
        _ = bench.react(to: .childEnded(Self.report(.upToDate)))
        bench.now += .seconds(3 * 86_400)
        #expect(bench.react(to: .timer) == [.poll])
        #expect(bench.react(to: .timer) == [])
        _ = bench.react(to: .childEnded(Self.report(.upToDate)))
        #expect(bench.react(to: .timer) == [])
    }

    @Test func aWakeUpBeforeItsTimeDoesNothing() {
        let bench = Bench()
        bench.start()
        _ = bench.react(to: .timer)
        _ = bench.react(to: .childEnded(Self.report(.upToDate)))
        bench.now += .seconds(449)
        #expect(bench.react(to: .timer) == [])
    }

    @Test func somebodyWantsACheckNow() {
        let bench = Bench()
        bench.start()
        #expect(bench.react(to: .checkNow) == [.ready, .poll])
        // Once more while one is at work: another follows it, when a little time has passed.
        #expect(bench.react(to: .checkNow) == [.ready])
        let report = Self.report(.upToDate)
        #expect(bench.react(to: .childEnded(report)) == [.publish(report, next: .seconds(10))])
        bench.now += .seconds(10)
        #expect(bench.react(to: .timer) == [.poll])
        #expect(bench.react(to: .childEnded(report)) == [.publish(report, next: .seconds(900))])
    }

    @Test("A storm of SIGHUPs causes one poll, and at most one more")
    func aStormOfWishes() throws {
        let bench = Bench()
        bench.start()
        var polls = 0
        var ends: Duration?
        for _ in 0..<200 {
            polls += bench.react(to: .checkNow).count { $0 == .poll }
            // A poll takes 50 ms, and a wish comes every 20 ms.
            if ends == nil { ends = bench.now + .milliseconds(50) }
            if let moment = ends, moment <= bench.now {
                _ = bench.react(to: .childEnded(Self.report(.upToDate)))
                ends = nil
            }
            polls += bench.react(to: .timer).count { $0 == .poll }
            bench.now += .milliseconds(20)
        }
        #expect(polls == 1)
        if ends != nil { _ = bench.react(to: .childEnded(Self.report(.upToDate))) }
        let last = bench.now
        while let moment = bench.machine.wakeUp, moment < last + .seconds(60),
            try bench.wake() == [.poll]
        {
            polls += 1
            _ = bench.react(to: .childEnded(Self.report(.upToDate)))
        }
        #expect(polls == 2)
        // Long after it a wish is heard at once.
        bench.now += .seconds(60)
        #expect(bench.react(to: .checkNow) == [.ready, .poll])
    }

    @Test func aCheckBeforeItIsReadyDoesNotMakeItReady() {
        let bench = Bench()
        _ = bench.react(to: .started)
        #expect(bench.react(to: .checkNow) == [])
    }

    @Test func aPollThatTakesTooLongIsEnded() throws {
        let bench = Bench()
        bench.start()
        _ = bench.react(to: .timer)
        let started = bench.now
        #expect(try bench.wake() == [.killChild])
        #expect(bench.now == started + .seconds(3_600))
        #expect(bench.machine.hasTimedOut)
        // Should it not be gone, it is ended again, and no second poll begins.
        #expect(try bench.wake() == [.killChild])
        let report = Self.report(.brokenOff, failures: 1)
        #expect(bench.react(to: .childEnded(report)) == [.publish(report, next: .seconds(30))])
        #expect(try bench.wake() == [.poll])
        #expect(!bench.machine.hasTimedOut)
    }

    @Test func itEndsAtOnceBetweenPolls() {
        let bench = Bench()
        bench.start()
        #expect(bench.react(to: .end) == [.exit])
        #expect(bench.machine.wakeUp == nil)
        #expect(bench.react(to: .timer) == [])
    }

    @Test func itGivesAPollASecondToEnd() throws {
        let bench = Bench()
        bench.start()
        _ = bench.react(to: .timer)
        #expect(bench.react(to: .end) == [.endChild])
        #expect(bench.machine.wakeUp == bench.now + .seconds(1))
        #expect(bench.react(to: .checkNow) == [])
        #expect(try bench.wake() == [.killChild, .exit])
    }

    @Test func itEndsWithItsPoll() {
        let bench = Bench()
        bench.start()
        _ = bench.react(to: .timer)
        _ = bench.react(to: .end)
        #expect(bench.react(to: .childEnded(Self.report(.brokenOff))) == [.exit])
    }

    @Test func theWatchdogIsFedAtHalfItsInterval() throws {
        let bench = Bench(watchdog: .seconds(60))
        #expect(bench.react(to: .started) == [.feedWatchdog, .prepare])
        #expect(bench.machine.wakeUp == bench.now + .seconds(30))
        #expect(try bench.wake() == [.feedWatchdog])
        bench.now += .seconds(29)
        #expect(bench.react(to: .timer) == [])
        bench.now += .seconds(1)
        #expect(bench.react(to: .timer) == [.feedWatchdog])
    }
}
