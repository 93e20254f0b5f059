import BundleFormat

/// Polls, waits, polls again, until it is asked to end.
struct Service {
    let poller: Poller
    let schedule: PollSchedule
    /// Waits so long at most; true where the process was asked to end.
    let wait: (Duration) -> Bool
    let log: EventLog
    /// From 0 up to 1, evenly spread.
    var random: () -> Double = { Double.random(in: 0..<1) }

    /// Runs until it is asked to end.
    func run() {
        // What is served must be whole before the first poll, which may be a minute away.
        var report = poller.prepare()
        log.note(report)
        var past = PollSchedule.Past.start(
            onlyEmbedded: report.years.allSatisfy { $0.entry?.origin != .downloaded })
        var successes = 0
        while !wait(schedule.next(after: past, random: random())) {
            report = poller.poll()
            log.note(report)
            if report.failuresInARow == 0 { successes += 1 }
            past = Self.past(report, successes: successes)
        }
    }

    /// What the schedule needs to know of a report.
    ///
    /// - Parameters:
    ///   - report: the last poll's.
    ///   - successes: polls without passing trouble since the start, this one among them.
    /// - Returns: what came before the next poll.
    static func past(_ report: PollReport, successes: Int) -> PollSchedule.Past {
        if let seconds = report.retryAfterSeconds { return .retryAfter(seconds: seconds) }
        guard report.failuresInARow == 0 else { return .failures(report.failuresInARow) }
        return .success(isFirst: successes <= 1)
    }
}
