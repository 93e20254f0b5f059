import BundleFormat

/// The states of the service: one value, without I/O, that turns events into actions.
///
/// Each poll is its own process, so a poll that crashes or hangs does not end the service. Times
/// are spans of the boot clock, which continues while the machine sleeps and which cannot be set.
package struct ServiceMachine {
    package enum Event {
        case started
        /// The time ``wakeUp`` has come, or the wall clock was set, or nothing in particular.
        case timer
        /// The child process has ended; with its report, or what is known instead.
        case childEnded(PollReport)
        /// A person asks for a poll now (SIGHUP), and the configuration was read again.
        case checkNow
        /// The service is asked to end (SIGTERM, SIGINT).
        case end
    }

    /// What the owner must do, in order.
    package enum Action: Equatable {
        /// Start a child that makes `current` name a whole set, without network.
        case prepare
        case poll
        case endChild
        /// Kill the child and everything that it started.
        case killChild
        /// Tell systemd READY: after the start, and again after a reload.
        case ready
        /// Tell people and monitoring the report, and when the next poll comes.
        case publish(PollReport, next: Duration)
        /// Tell systemd that the service is alive.
        case feedWatchdog
        case exit
    }

    private enum Phase {
        case starting
        /// A child works; at `deadline` it has taken too long.
        case working(isPoll: Bool, deadline: Duration)
        case waiting(until: Duration)
        /// The child was asked to end; at `deadline` it is killed.
        case ending(deadline: Duration)
        case ended
    }

    /// The schedule of the last configuration.
    package var schedule: PollSchedule
    /// A child that takes longer is killed.
    package var pollTimeLimit: Duration
    /// How often systemd expects a sign of life; nil if it does not.
    package let watchdogInterval: Duration?
    /// The time that a child gets to end by itself; half of the two seconds in which the service promises to end.
    static let endTimeLimit = Duration.seconds(1)

    /// The pause between two wanted polls, so that many reloads do not make many polls.
    static let wantedPause = Duration.seconds(10)

    private var phase = Phase.starting
    private var watchdogDue: Duration?
    private var successes = 0
    private var isCheckWanted = false
    /// When the last wanted poll began or will begin.
    private var lastWanted: Duration?
    /// How far the wall clock was ahead of the boot clock when the pause began, in seconds.
    private var clockLead: Int64 = 0
    /// Whether the last child was killed because it took too long.
    package private(set) var hasTimedOut = false

    package init(schedule: PollSchedule, pollTimeLimit: Duration, watchdogInterval: Duration? = nil)
    {
        self.schedule = schedule
        self.pollTimeLimit = pollTimeLimit
        self.watchdogInterval = watchdogInterval
    }

    /// When to come back with ``Event/timer`` if nothing else happens; nil for never.
    package var wakeUp: Duration? {
        let due: Duration? =
            switch phase {
            case .starting, .ended: nil
            case .working(_, let deadline), .ending(let deadline): deadline
            case .waiting(let moment): moment
            }
        return [due, watchdogDue].compactMap { $0 }.min()
    }

    package mutating func react(
        to event: Event, now: Duration, unixSeconds: Int64, random: Double
    ) -> [Action] {
        feed(now) + decide(event, now: now, unixSeconds: unixSeconds, random: random)
    }

    private mutating func decide(
        _ event: Event, now: Duration, unixSeconds: Int64, random: Double
    ) -> [Action] {
        switch (event, phase) {
        case (.started, .starting): return start(isPoll: false, now)
        case (.timer, .waiting(let moment)):
            guard moment > now else { return start(isPoll: true, now) }
            // The pause may come from a wrong clock, and a poll that failed may succeed with the right one.
            let lead = unixSeconds &- now.components.seconds
            guard StoredTime.hasJumped(from: clockLead, to: lead) else { return [] }
            clockLead = lead
            let pause = schedule.next(after: .start(onlyEmbedded: false), random: random)
            phase = .waiting(until: min(moment, now + pause))
            return []
        case (.timer, .working(_, let deadline)) where deadline <= now:
            hasTimedOut = true
            // Its end comes as a separate event. If it does not come, the child is killed again.
            phase = .working(isPoll: isPolling, deadline: now + Self.endTimeLimit)
            return [.killChild]
        case (.timer, .ending(let deadline)) where deadline <= now:
            phase = .ended
            return [.killChild, .exit]
        case (.checkNow, .waiting(let moment)): return [.ready] + check(now, orAt: moment)
        case (.checkNow, .working(let isPoll, _)):
            // The child may have read what has just changed.
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

    /// Polls now, or a little later if there was a wanted poll just before.
    private mutating func check(_ now: Duration, orAt moment: Duration) -> [Action] {
        let wanted = earliestCheck(now)
        lastWanted = wanted
        guard wanted > now else { return start(isPoll: true, now) }
        phase = .waiting(until: min(moment, wanted))
        return []
    }

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
        clockLead = unixSeconds &- now.components.seconds
        phase = .waiting(until: next)
        return (isPoll ? [] : [.ready]) + [.publish(report, next: next - now)]
    }

    /// Feeds the watchdog at half its interval, in every state.
    private mutating func feed(_ now: Duration) -> [Action] {
        guard let watchdogInterval else { return [] }
        if let watchdogDue, now < watchdogDue { return [] }
        watchdogDue = now + watchdogInterval / 2
        return [.feedWatchdog]
    }
}

extension PollSchedule.Past {
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
