import BreakdownRenderer
import CLinux
import Glibc
import JSON
import MatchKeys
import Platform

/// `--kiosk`: a screen that follows an event for days without a key press.
struct Kiosk: ~Copyable {
    private let key: EventKey
    private let freshness: CachePolicy
    private let renderer: Renderer
    private let style: ListStyle
    private let choice: MatchChoice
    private var seasons: SeasonLookup

    private var connection: FetchConnection?
    /// The descriptor of the connection, while there is one.
    private var descriptor: Int32 = -1
    private var awaited: Resource?
    private var eventJSON: JSON?
    /// The same, read once: the screen is drawn each second.
    private var event: EventFacts?
    private var eventSecond: Int64 = 0
    private var snapshot: EventSnapshot?
    private var confirmedSecond: Int64?
    private var problem: String?
    private var memory = FollowMemory()
    private var pace = FollowPace()
    private var nextSecond: Int64 = 0
    /// When the whole screen was drawn, whatever had changed.
    private var wholeSecond = Clock.now
    /// The last match's table and what it was drawn from, so that it is drawn once.
    private var drawn: (match: JSONObject, layout: KioskLayout, lines: [String])?

    /// Seconds between two questions for the event's name and zone.
    private static let eventSeconds: Int64 = 3_600
    /// The same for as long as there is no answer.
    private static let missingEventSeconds: Int64 = 61
    /// Seconds after which everything is drawn again, because other programs write on the terminal, too.
    private static let wholeSeconds: Int64 = 60

    /// Makes a screen and starts nothing yet.
    init(
        _ key: EventKey, wish: FetchSettings, appearance: Appearance, renderer: Renderer,
        seasons: SeasonLookup
    ) {
        self.key = key
        freshness = wish.freshness
        choice = wish.choice
        self.renderer = renderer
        self.seasons = seasons
        style = ListStyle(appearance)
    }

    /// Shows the event until a person or a signal ends it, and then restores the terminal.
    mutating func run() -> Int32 {
        let signals = Self.openSignals()
        defer { close(signals) }
        guard var screen = FullScreen(ProcessEnvironment.variable) else { return ExitStatus.failed }
        while true {
            if abs(Clock.now - wholeSecond) >= Self.wholeSeconds {
                wholeSecond = Clock.now
                screen.takeAgain(clears: false)
            }
            let size = screen.size
            screen.show(view(KioskLayout(columns: size.columns, rows: size.rows)).rows())
            ask()
            switch wait(signals) {
            case .goOn: continue
            case .redraw: screen.takeAgain(clears: true)
            case .stop: screen.stop()
            case .end: return ExitStatus.done
            }
        }
    }

    /// What to do after a wait; of several, the last one counts.
    private enum Event: Int { case goOn, redraw, stop, end }

    /// Waits a second at most for a key, a signal or a part of an answer.
    private mutating func wait(_ signals: Int32) -> Event {
        var waiting = [
            pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0),
            pollfd(fd: signals, events: Int16(POLLIN), revents: 0),
            // A negative descriptor is left out.
            pollfd(fd: awaited == nil ? -1 : descriptor, events: Int16(POLLIN), revents: 0),
        ]
        guard poll(&waiting, nfds_t(waiting.count), 1_000) > 0 else { return .goOn }
        var events = waiting[0].revents != 0 ? Self.typed() : []
        while waiting[1].revents != 0, case let number = clinux_next_signal(signals), number != 0 {
            events.append(Self.event(of: number))
        }
        if waiting[2].revents != 0 { receive() }
        return events.max { $0.rawValue < $1.rawValue } ?? .goOn
    }

    private static func event(of signal: Int32) -> Event {
        switch signal {
        case SIGWINCH, SIGCONT: .redraw
        case SIGTSTP: .stop
        default: .end
        }
    }

    /// What the typed keys ask for; that the terminal is gone is the end.
    private static func typed() -> [Event] {
        var keys = [UInt8](repeating: 0, count: 64)
        let count = read(STDIN_FILENO, &keys, keys.count)
        if count < 0 { return errno == EINTR || errno == EAGAIN ? [] : [.end] }
        guard count > 0 else { return [.end] }
        return keys[..<count].map { key in
            switch key {
            // q, and Control-C and Control-D.
            case UInt8(ascii: "q"), UInt8(ascii: "Q"), 0x03, 0x04: .end
            // Control-L and Control-Z.
            case 0x0C: .redraw
            case 0x1A: .stop
            default: .goOn
            }
        }
    }

    private static func openSignals() -> Int32 {
        var set = sigset_t()
        sigemptyset(&set)
        for number in [SIGINT, SIGTERM, SIGHUP, SIGWINCH, SIGTSTP, SIGCONT] {
            sigaddset(&set, number)
        }
        sigprocmask(SIG_BLOCK, &set, nil)
        return clinux_signals(&set)
    }
}

// MARK: - Asking

extension Kiosk {
    private mutating func ask() {
        let now = Clock.now
        // A clock that was set back must not stop the questions.
        if nextSecond > now + 3_600 { nextSecond = now }
        guard awaited == nil, now >= nextSecond else { return }
        // The matches are fetched in between, even if the event's facts never come.
        let eventWait = eventJSON == nil ? Self.missingEventSeconds : Self.eventSeconds
        let isEventOld = abs(now - eventSecond) >= eventWait
        let resource = isEventOld && snapshot != nil ? Resource.event(key) : .matches(key)
        if case .event = resource { eventSecond = now }
        do throws(SourceError) {
            if connection == nil {
                let opened = try FetchConnection()
                descriptor = opened.descriptor
                connection = consume opened
            }
            try connection?.ask(resource, freshness)
            awaited = resource
        } catch {
            fail(error)
        }
    }

    private mutating func receive() {
        guard let resource = awaited else { return }
        do throws(SourceError) {
            guard let reply = try connection?.receive() else { return }
            awaited = nil
            if case .event = resource {
                // The name and the zone are worth having, but the screen works without them.
                if let json = try? Fetching.json(try reply.get()), EventFacts.looksLike(json) {
                    (eventJSON, event) = (json, try? EventFacts.decode(json))
                    // The heading has the event's name now.
                    drawn = nil
                }
                return
            }
            let answer = try reply.get()
            let new = try Fetching.snapshot(of: key, answer, eventJSON)
            confirmedSecond = Clock.now - answer.facts.ageSeconds
            let trouble = answer.facts.trouble
            problem =
                trouble.map { "\($0)" }
                ?? new.unreadable.sentences(of: key).first
            let news = memory.news(in: choice.choose(new.matches))
            snapshot = new
            nextSecond =
                Clock.now
                + pace.secondsToWait(
                    freshSeconds: answer.facts.freshSeconds, hasNews: !news.isEmpty,
                    isTrouble: trouble != nil, retryAfterSeconds: trouble?.retryAfterSeconds ?? 0)
        } catch {
            fail(error)
        }
    }

    private mutating func fail(_ error: SourceError) {
        awaited = nil
        if case .program = error { connection = nil }
        problem = "\(error)"
        // Data that the server denies is not shown any more, however long it was there.
        var isDenied = error == .keyRefused
        if case .absent = error { isDenied = true }
        if isDenied {
            snapshot = nil
            confirmedSecond = nil
        }
        var retryAfterSeconds: Int64 = 0
        if case .unavailable(let trouble) = error { retryAfterSeconds = trouble.retryAfterSeconds }
        nextSecond =
            Clock.now
            + pace.secondsToWait(
                freshSeconds: 1, hasNews: false, isTrouble: true,
                retryAfterSeconds: retryAfterSeconds)
    }
}

// MARK: - Drawing

extension Kiosk {
    private mutating func view(_ layout: KioskLayout) -> KioskView {
        let matches = choice.choose(snapshot?.matches ?? []).map {
            ListedMatch($0.match, playoffType: event?.playoffType)
        }
        let list = EventList(key: key, event: event, retrieval: nil, matches: matches)
        let now = Clock.now
        return KioskView(
            heading: list.heading(style), zone: event?.timeZone, now: now,
            confirmedSecond: confirmedSecond, problem: problem, matches: matches,
            isExpected: StillExpected.isExpected(of: event, year: key.year, at: now),
            table: table(KioskView.shown(matches), event, layout, now), layout: layout,
            style: style)
    }

    private mutating func table(
        _ listed: ListedMatch?, _ event: EventFacts?, _ layout: KioskLayout, _ now: Int64
    ) -> [String] {
        guard let listed else { return [] }
        let match = listed.match
        if let drawn, drawn.layout == layout, drawn.match == match.json { return drawn.lines }
        let bundle = seasons.bundle(match.year) { _ in }
        // The first row has the event's name already.
        var facts = event
        facts?.name = nil
        let rendered = renderer.render(
            match, with: bundle?.description, in: MatchContext(event: facts))
        let rows = layout.leftRows - KioskView.digits(match, layout, style).count
        let lines = KioskTable(listed: listed, rendered: rendered, style: style, now: now)
            .lines(columns: layout.tableColumns, rows: rows)
        drawn = (match.json, layout, lines)
        return lines
    }
}
