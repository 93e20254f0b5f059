import BundleFormat
import BundleUpdater
import CLinux
import Files
import Glibc
import JSON
import Platform
import SeasonClient
import TUF

/// The service's loop: signals, timers and one child at a time; ``ServiceMachine`` decides.
///
/// It has one thread, which sleeps until a signal, a timer or the child wakes it. Each poll is its
/// own process, so what a poll loads, leaks or breaks ends with it.
final class Supervisor {
    private var configuration: AgentConfiguration
    private let reread: () throws -> AgentConfiguration
    private let environment: [String: String]
    private let manager: ServiceManager
    private let log: EventLog
    private var machine: ServiceMachine

    private let signals: Int32
    private let timer: Int32
    /// Becomes readable when the clock is set.
    private let clockWatch: Int32
    private var child: ChildProcess?
    private var childStarted = (unixSeconds: Int64(0), bootTime: Int64(0), isPoll: false)
    private var status: String
    private var hasEnded = false
    /// The time when the journal last said that the configuration was read again.
    private var lastReload: Int64?
    /// Why the configuration was refused; nil if it was not.
    private var refusal: String?

    /// Makes a supervisor and blocks the signals that it waits for.
    ///
    /// - Throws: `FileError` if the system has no descriptors left.
    init(
        _ configuration: AgentConfiguration, environment: [String: String], log: EventLog,
        reread: @escaping () throws -> AgentConfiguration
    ) throws(FileError) {
        self.configuration = configuration
        self.reread = reread
        self.log = log
        status = "serving \(configuration.state.path)/current"
        manager = ServiceManager(environment: environment)
        self.environment = environment.filter { name, _ in
            !name.hasPrefix(Setting.variablePrefix) && !name.hasPrefix("WATCHDOG_")
                && name != "NOTIFY_SOCKET"
        }
        machine = ServiceMachine(
            schedule: configuration.schedule, pollTimeLimit: configuration.pollTimeLimit,
            watchdogInterval: manager.watchdogInterval)

        var awaited = sigset_t()
        sigemptyset(&awaited)
        for number in [SIGTERM, SIGINT, SIGHUP, SIGCHLD] { sigaddset(&awaited, number) }
        pthread_sigmask(SIG_BLOCK, &awaited, nil)
        // If a reader of our messages goes away, the service continues.
        signal(SIGPIPE, SIG_IGN)
        signals = clinux_signals(&awaited)
        timer = clinux_timer()
        clockWatch = clinux_clock_watch()
        guard signals >= 0, timer >= 0, clockWatch >= 0 else {
            throw FileError(operation: "open", path: "signals and timers", code: errno)
        }
    }

    /// Runs until a signal asks it to end.
    func run() {
        react(to: .started)
        while !hasEnded {
            let wakeUp = machine.wakeUp ?? .seconds(86_400)
            // Limited to 64 bits.
            _ = clinux_set_timer(timer, Int64(min(wakeUp / .nanoseconds(1), 9e18)))
            var waited = [signals, timer, child?.descriptor(1) ?? -1, clockWatch].map {
                pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
            }
            guard poll(&waited, nfds_t(waited.count), -1) > 0 else { continue }
            if waited[2].revents != 0 { child?.collect() }
            if waited[3].revents != 0 { _ = clinux_watch_clock_again(clockWatch) }
            while !hasEnded {
                let number = clinux_next_signal(signals)
                guard number != 0 else { break }
                receive(number)
            }
            if !hasEnded { react(to: .timer) }
        }
    }

    private func receive(_ number: Int32) {
        switch number {
        case SIGCHLD: reap()
        case SIGHUP:
            reload()
            react(to: .checkNow)
        default:
            manager.stopping()
            react(to: .end)
        }
    }

    private func react(to event: ServiceMachine.Event) {
        let actions = machine.react(
            to: event, now: .nanoseconds(clinux_boot_time()),
            unixSeconds: SystemClock.unixSeconds(),
            random: Double.random(in: 0..<1))
        for action in actions { perform(action) }
    }

    private func perform(_ action: ServiceMachine.Action) {
        switch action {
        case .prepare: start(isPoll: false)
        case .poll: start(isPoll: true)
        case .endChild:
            child?.signal(SIGTERM)
        case .killChild: child?.signal(SIGKILL)
        case .ready: manager.ready(status)
        case .publish(let report, let next): publish(report, next: next)
        case .feedWatchdog: manager.feedWatchdog()
        case .exit:
            child?.signal(SIGKILL)
            configuration.bookkeeping.forgetNextCheck()
            hasEnded = true
        }
    }
}

// MARK: - Children

extension Supervisor {
    private func start(isPoll: Bool) {
        childStarted = (SystemClock.unixSeconds(), clinux_boot_time(), isPoll)
        var start = ChildStart.thisProgram(
            ["supervised-poll", "--config", "/proc/self/fd/0", "--parent", "\(getpid())"]
                + (isPoll ? [] : ["--prepare"]))
        start.environment = environment.map { "\($0.key)=\($0.value)" }
        start.streams = [
            .input(configuration.texts.file),
            .first(bytesMax: AgentLimits.standard.reportBytesMax), .inherited,
        ]
        start.group = .own
        do throws(ChildStartError) {
            child = try ChildProcess(start)
        } catch {
            react(to: .childEnded(broken("cannot start a process: \(error)")))
        }
    }

    private func reap() {
        defer { ChildProcess.forgetOrphans { $0 == child?.identifier } }
        guard let child, let end = child.checkForEnd() else { return }
        self.child = nil
        let report = (try? JSON.parse(child.bytes(1))).flatMap { PollReport($0) }
        react(to: .childEnded(report ?? broken(sentence(end))))
    }

    private func sentence(_ end: ChildProcess.End) -> String {
        switch end {
        case _ where machine.hasTimedOut, .timedOut:
            "the poll took longer than \(UnitText.time(configuration.pollTimeLimit)) and was ended"
        case .exited(let status): "the poll ended with status \(status) and no report"
        case .killed(let signal): "the poll was ended by signal \(signal)"
        }
    }

    /// The report of a poll that left none; it is also written to `last-poll.json` if possible.
    private func broken(_ problem: String) -> PollReport {
        let state = configuration.state
        let now = SystemClock.unixSeconds()
        let report = PollReport(
            brokenOff: problem, of: configuration.repositoryAddress,
            after: PollReport.read(state, .standard)?.forgettingTheFuture(nowUnixSeconds: now),
            served: (try? SetIndex.read(state)) ?? SetIndex(),
            startedUnixSeconds: childStarted.unixSeconds, finishedUnixSeconds: now)
        // If the disk does not accept it, the log has it.
        try? report.write(state)
        return report
    }
}

// MARK: - Reports

extension Supervisor {
    /// Reads the configuration again; a bad one changes nothing.
    private func reload() {
        manager.reloading()
        // Many reloads in a short time make one line in the journal, unless they bring something new.
        let now = clinux_boot_time()
        let isRepeated = lastReload.map { now - $0 < 10_000_000_000 } ?? false
        lastReload = now
        do {
            let before = configuration
            configuration = try reread()
            if configuration.state != before.state { before.bookkeeping.forgetNextCheck() }
            machine.schedule = configuration.schedule
            machine.pollTimeLimit = configuration.pollTimeLimit
            if !isRepeated || refusal != nil || configuration.texts != before.texts {
                log.reloaded(configuration)
            }
            refusal = nil
        } catch {
            if !isRepeated || refusal != "\(error)" { log.refused("\(error)") }
            refusal = "\(error)"
        }
    }

    private func publish(_ report: PollReport, next: Duration) {
        log.logChanges(in: report)
        let due = SystemClock.unixSeconds() + next.components.seconds
        status = report.statusLine(isPoll: childStarted.isPoll, nextUnixSeconds: due)
        let milliseconds = (clinux_boot_time() - childStarted.bootTime) / 1_000_000
        do throws(FileError) {
            try configuration.bookkeeping.record(
                report, milliseconds: childStarted.isPoll ? milliseconds : nil,
                nextUnixSeconds: due)
            log.bookkeeping(nil)
        } catch {
            log.bookkeeping(error.description)
        }
        // Send this last, so that a program that waits for it finds everything written.
        manager.status(status)
    }
}

extension AgentConfiguration {
    var schedule: PollSchedule {
        PollSchedule(interval: settings.interval, retryAfterMax: AgentLimits.standard.retryAfterMax)
    }
}

extension PollReport {
    /// The service in one line, for `systemctl status`: what is served, how the last poll ended, when the next one comes.
    func statusLine(isPoll: Bool, nextUnixSeconds: Int64) -> String {
        let served = years.filter { $0.entry != nil }.count
        // Nothing has been asked yet, so nothing is known to be up to date.
        let state =
            isPoll || !hasNews
            ? "\(outcome.rawValue) at \(UTCTime(unixSeconds: finishedUnixSeconds))"
            : "not checked yet"
        return "serving \(served) years; \(state); next check"
            + " \(UTCTime(unixSeconds: nextUnixSeconds))"
    }
}
