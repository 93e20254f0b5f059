import BreakdownDocument
import BreakdownRenderer
import Files
import Glibc
import JSON
import MatchKeys

/// `--watch`: prints each match of an event as soon as it has a score.
extension Session {
    /// Follows an event until nobody reads the output, or the process is ended.
    ///
    /// - Parameter key: the event.
    /// - Returns: the exit status.
    mutating func watch(_ key: EventKey) -> Int32 {
        var memory = FollowMemory()
        var pace = FollowPace()
        var trouble: String?
        var unreadable = 0
        var isFirst = true
        while true {
            let seen = fetching.fetchEvent(key)
            var news: [ListedMatch] = []
            switch seen {
            case .failure(let error):
                // Nothing was shown yet, so the person should know at once.
                if isFirst || error == .keyRefused {
                    Messages.print("\(error)")
                    return ExitStatus.failed
                }
            case .success(let sight):
                news = memory.news(in: sight.matches)
                do {
                    try show(news, of: sight, isFirst: isFirst)
                } catch {
                    Messages.print("\(error)")
                    return ExitStatus.failed
                }
                isFirst = false
                if sight.unreadable > 0, sight.unreadable != unreadable {
                    Messages.print(Fetching.unreadable(sight.unreadable, of: key))
                }
                unreadable = sight.unreadable
            }
            let problem = seen.problem
            if let problem, problem != trouble { Messages.print("\(problem); still asking") }
            if trouble != nil, problem == nil { Messages.print("The Blue Alliance answers again") }
            trouble = problem
            let wait = pace.secondsToWait(
                freshSeconds: (try? seen.get().facts.freshSeconds) ?? 1, hasNews: !news.isEmpty,
                isTrouble: problem != nil)
            if output.isClosed || !Self.waits(seconds: wait) { return ExitStatus.done }
        }
    }

    private mutating func show(
        _ news: [ListedMatch], of sight: EventSight, isFirst: Bool
    ) throws(FileError) {
        if isFirst {
            for json in [sight.source, sight.eventJSON].compactMap({ $0 }) {
                try show(json, at: "match-fetch")
            }
            if request.format == .text { try output.print(sight.beginning(appearance)) }
        } else {
            for listed in news {
                if listed.state == .complete {
                    try show(.object(listed.match.json), at: listed.match.key)
                } else if request.format == .text {
                    try output.print(sight.line(listed, appearance))
                } else if request.format == .json {
                    try output.print(sight.list([listed]).jsonLines())
                }
            }
        }
        try output.flush()
    }

    /// Waits; false if nobody reads the output any more.
    private static func waits(seconds: Int64) -> Bool {
        // The writing end of a pipe becomes ready with an error when the reader closes it.
        var reader = pollfd(fd: STDOUT_FILENO, events: 0, revents: 0)
        let milliseconds = Int32(clamping: seconds * 1_000)
        let count = poll(&reader, 1, milliseconds)
        return count <= 0 || Int32(reader.revents) & (POLLERR | POLLHUP) == 0
    }
}

/// The state of an event at one look.
struct EventSight {
    /// The event.
    let key: EventKey
    /// Its facts as the API tells them, if it does.
    let eventJSON: JSON?
    /// Its matches, in play order.
    let matches: [ListedMatch]
    /// How many more cannot be read.
    let unreadable: Int
    /// How old this is.
    let facts: AnswerFacts
    /// Where it came from, in the form of an input's value.
    let source: JSON

    /// The event's facts, if known.
    var event: EventFacts? { eventJSON.flatMap { try? EventFacts.decode($0) } }

    /// Some of the matches as a list.
    func list(_ matches: [ListedMatch]) -> EventList {
        EventList(
            key: key, event: event, retrieval: source["retrieved"].flatMap { try? .decode($0) },
            matches: matches)
    }

    /// The lines before the first match.
    func beginning(_ appearance: Appearance) -> String {
        let style = ListStyle(ascii: appearance.ascii, colour: appearance.colour)
        let list = list(matches)
        let scored = matches.count { $0.state != .unplayed }
        let credit = list.retrieval.map { style.faint(style.harmless($0.credit)) + "\n" } ?? ""
        return "\(style.strong(list.heading(style)))\n\(credit)"
            + "\(scored) of \(matches.count) matches have a score; new ones follow.\n\n"
    }

    /// The line for a match whose details are not there yet.
    func line(_ listed: ListedMatch, _ appearance: Appearance) -> String {
        let style = ListStyle(ascii: appearance.ascii, colour: appearance.colour)
        let table = ListTable(matches: [listed], zone: event?.timeZone, style: style)
        let text = [ListTable.Column.name, .red, .score, .blue].map { table.text($0, listed) }
        return "\(text.joined(separator: "  ")): its details are not there yet\n\n"
    }
}

extension Result<EventSight, SourceError> {
    /// Why this is not the newest state; nil if it is.
    var problem: String? {
        switch self {
        case .success(let sight): sight.facts.trouble.map { "\($0)" }
        case .failure(let error): "\(error)"
        }
    }
}

extension Fetching {
    /// Fetches an event's matches once.
    ///
    /// - Parameter key: the event.
    /// - Returns: what there is, or why there is nothing.
    mutating func fetchEvent(_ key: EventKey) -> Result<EventSight, SourceError> {
        do throws(SourceError) {
            let answer = try get(.matches(key))
            let event = eventJSON(key)
            return .success(try Self.sight(of: key, answer, event))
        } catch {
            return .failure(error)
        }
    }

    /// An answer as an event's matches.
    ///
    /// - Throws: `SourceError` if it is no list.
    static func sight(
        of key: EventKey, _ answer: FetchConnection.Answer, _ event: JSON?
    ) throws(SourceError) -> EventSight {
        let type = event.flatMap { try? EventFacts.decode($0) }?.playoffType
        let (matches, unreadable) = ListedMatch.all(try list(answer), playoffType: type)
        return EventSight(
            key: key, eventJSON: event, matches: matches, unreadable: unreadable,
            facts: answer.facts, source: retrieved(answer, "event/\(key)"))
    }
}
