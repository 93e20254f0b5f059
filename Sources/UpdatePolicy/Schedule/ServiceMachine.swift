import BundleFormat

/// What the service does next: pure, one value for everything it remembers between two events.
///
/// Each poll is a process of its own, so that one that crashes or hangs never ends the service. Times are
/// spans of the boot clock, which goes on while the machine sleeps and which nobody sets.
package struct ServiceMachine {
    /// What came.
    package enum Event {
        /// The process has started.
        case started
        /// The moment named by ``wakeUp`` has come, or any other.
        case timer
        /// The child process is gone; its report, or what is known instead.
        case childEnded(PollReport)
        /// Somebody wants a check now (SIGHUP), and the configuration was read again.
        case checkNow
        /// Somebody wants the service to end (SIGTERM, SIGINT).
        case end
    }

    /// What is to be done about it, in order.
    package enum Action: Equatable {
        /// Start a child that makes `current` name a whole set, without network.
        case prepare
        /// Start a child that polls.
        case poll
        /// Ask the child to end.
        case endChild
        /// End the child and everything it has started, at once.
        case killChild
        /// What is served is whole: the first word to systemd, and again after a reload.
        case ready
        /// Tell people and machines of the report, and when the next poll comes.
        case publish(PollReport, next: Duration)
        /// Tell systemd that the loop turns.
        case feedWatchdog
        /// End the service.
        case exit
    }

    private enum Phase {
        case starting
        /// A child is at work; at `deadline` it has been too long.
        case working(isPoll: Bool, deadline: Duration)
        case waiting(until: Duration)
        /// A child was asked to end; at `deadline` it is made to.
        case ending(deadline: Duration)
        case ended
    }

    /// From the last configuration read.
    package var schedule: PollSchedule
    /// A child that takes longer is ended.
    package var pollTimeLimit: Duration
    /// How often systemd wants to hear of us; nil where it does not.
    package let watchdogInterval: Duration?
    /// What a child gets to end by itself; half of the two seconds that we have.
    package static let endTimeLimit = Duration.seconds(1)

    /// Between two checks that somebody wanted, so that many wishes at once make no storm of polls.
    package static let wantedPause = Duration.seconds(10)

    private var phase = Phase.starting
    private var watchdogDue: Duration?
    private var successes = 0
    private var isCheckWanted = false
    /// When the last check that somebody wanted began or is to begin.
    private var lastWanted: Duration?
    /// Whether the last child was ended because it took too long.
    package private(set) var hasTimedOut = false

    /// A service that has not started yet.
    ///
    /// - Parameters:
    ///   - schedule: when to poll.
    ///   - pollTimeLimit: a child that takes longer is ended.
    ///   - watchdogInterval: how often systemd wants to hear of us.
    package init(schedule: PollSchedule, pollTimeLimit: Duration, watchdogInterval: Duration? = nil)
    {
        self.schedule = schedule
        self.pollTimeLimit = pollTimeLimit
        self.watchdogInterval = watchdogInterval
    }

    /// When to come back with ``Event/timer`` if nothing else comes; nil for never.
    package var wakeUp: Duration? {
        let due: Duration? =
            switch phase {
            case .starting, .ended: nil
            case .working(_, let deadline), .ending(let deadline): deadline
            case .waiting(let moment): moment
            }
        return [due, watchdogDue].compactMap { $0 }.min()
    }

    /// Decides.
    ///
    /// - Parameters:
    ///   - event: what came.
    ///   - now: the boot clock.
    ///   - unixSeconds: the wall clock, which reports are written in.
    ///   - random: from 0 up to, not including, 1; evenly spread.
    /// - Returns: what is to be done, in order.
    package mutating func handle(
        _ event: Event, now: Duration, unixSeconds: Int64, random: Double
    ) -> [Action] {
        feed(now) + decide(event, now: now, unixSeconds: unixSeconds, random: random)
    }

    private mutating func decide(
        _ event: Event, now: Duration, unixSeconds: Int64, random: Double
    ) -> [Action] {
        switch (event, phase) {
        case (.started, .starting): return start(isPoll: false, now)
        case (.timer, .waiting(let moment)) where moment <= now: return start(isPoll: true, now)
        case (.timer, .working(_, let deadline)) where deadline <= now:
            hasTimedOut = true
            // Its end comes as an event of its own; should it not, we ask for it again.
            phase = .working(isPoll: isPolling, deadline: now + Self.endTimeLimit)
            return [.killChild]
        case (.timer, .ending(let deadline)) where deadline <= now:
            phase = .ended
            return [.killChild, .exit]
        case (.checkNow, .waiting(let moment)): return [.ready] + check(now, orAt: moment)
        case (.checkNow, .working(let isPoll, _)):
            // What it has read may be what has just changed.
            isCheckWanted = true
            return isPoll ? [.ready] : []
        case (.childEnded(let report), .working(let isPoll, _)):
            return finish(report, isPoll: isPoll, now, unixSeconds, random)
        case (.childEnded, .ending), (.end, .starting), (.end, .waiting):
            phase = .ended
            return [.exit]
        case (.end, .working):
            phase = .ending(deadline: now + Self.endTimeLimit)
            return [.endChild]
        case (.started, _), (.timer, _), (.checkNow, _), (.childEnded, _), (.end, _): return []
        }
    }

    private var isPolling: Bool {
        if case .working(isPoll: true, _) = phase { true } else { false }
    }

    /// Checks at once, or a little later where somebody has just wanted the same.
    private mutating func check(_ now: Duration, orAt moment: Duration) -> [Action] {
        let wanted = earliestCheck(now)
        lastWanted = wanted
        guard wanted > now else { return start(isPoll: true, now) }
        phase = .waiting(until: min(moment, wanted))
        return []
    }

    /// When a check that is wanted now may begin.
    private func earliestCheck(_ now: Duration) -> Duration {
        guard let lastWanted, lastWanted <= now else { return lastWanted ?? now }
        return max(now, lastWanted + Self.wantedPause)
    }

    private mutating func start(isPoll: Bool, _ now: Duration) -> [Action] {
        phase = .working(isPoll: isPoll, deadline: now + pollTimeLimit)
        hasTimedOut = false
        return [isPoll ? .poll : .prepare]
    }

    private mutating func finish(
        _ report: PollReport, isPoll: Bool, _ now: Duration, _ unixSeconds: Int64,
        _ random: Double
    ) -> [Action] {
        let past: PollSchedule.Past
        if isPoll {
            if report.failuresInARow == 0 { successes += 1 }
            past = PollSchedule.Past(report, successes: successes)
        } else {
            past = .start(onlyEmbedded: report.years.allSatisfy { $0.entry?.origin != .downloaded })
        }
        let wanted = report.dueUnixSeconds.map { Duration.seconds($0 &- unixSeconds) }
        let pause = schedule.next(after: past, random: random, wanted: wanted)
        var next = now + pause
        if isCheckWanted {
            let wanted = earliestCheck(now)
            next = min(next, wanted)
            lastWanted = wanted
        }
        isCheckWanted = false
        phase = .waiting(until: next)
        return (isPoll ? [] : [.ready]) + [.publish(report, next: next - now)]
    }

    /// The watchdog is fed at half its interval, wherever the rest stands.
    private mutating func feed(_ now: Duration) -> [Action] {
        guard let watchdogInterval else { return [] }
        if let watchdogDue, now < watchdogDue { return [] }
        watchdogDue = now + watchdogInterval / 2
        return [.feedWatchdog]
    }
}

extension PollSchedule.Past {
    /// What the schedule needs to know of a report.
    ///
    /// - Parameters:
    ///   - report: the last poll's.
    ///   - successes: polls without passing trouble since the start, this one among them.
    package init(_ report: PollReport, successes: Int) {
        if let seconds = report.retryAfterSeconds {
            self = .retryAfter(seconds: seconds)
        } else if report.failuresInARow > 0 {
            self = .failures(report.failuresInARow)
        } else {
            self = .success(isFirst: successes <= 1)
        }
    }
}
