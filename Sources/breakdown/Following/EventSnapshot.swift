import BreakdownRenderer
import JSON
import MatchKeys

/// The state of an event at one look.
struct EventSnapshot {
    let key: EventKey
    /// Its facts as the API tells them, if it does.
    let eventJSON: JSON?
    /// The same, read, with the times of its place.
    let event: EventFacts?
    /// Its matches, in play order.
    let matches: [ListedMatch]
    /// Those that cannot be read.
    let unreadable: UnreadableMatches
    /// How old this is.
    let facts: AnswerFacts
    /// Where it came from, in the form of an input's value.
    let source: JSON

    func list(_ matches: [ListedMatch]) -> EventList {
        EventList(
            key: key, event: event, retrieval: source["retrieved"].flatMap { try? .decode($0) },
            matches: matches)
    }

    /// The lines before the first match.
    func beginning(_ chosen: [ListedMatch], _ appearance: Appearance) -> String {
        let style = ListStyle(appearance)
        let list = list(chosen)
        let scored = chosen.count(where: \.match.hasScore)
        let credit = list.retrieval.map { style.faint(style.harmless($0.credit)) + "\n" } ?? ""
        return "\(style.strong(list.heading(style)))\n\(credit)"
            + "\(scored) of \(chosen.count) matches have a score; what is new or corrected follows.\n\n"
    }

    /// The line for a match that has no table: what is corrected, and what is absent.
    func line(_ news: FollowMemory.News, _ appearance: Appearance) -> String {
        let style = ListStyle(appearance)
        let listed = news.listed
        let table = ListTable(
            matches: [listed], zone: event?.timeZone, style: style, now: Clock.now)
        let text = [ListTable.Column.name, .red, .score, .blue].map { table.text($0, listed) }
        let words = [news.change, listed.absence(at: Clock.now)].compactMap { $0 }
        let tail = words.isEmpty ? "" : ": \(style.harmless(words.joined(separator: "; ")))"
        return text.filter { !$0.isEmpty }.joined(separator: "  ") + "\(tail)\n"
    }

    /// The same as a line of JSON, with what it replaces.
    func jsonLine(_ news: FollowMemory.News) -> String {
        list([news.listed]).jsonLines(replaces: news.replaces)
    }
}

extension Result<EventSnapshot, SourceError> {
    /// Why this is not the newest state; nil if it is.
    var problem: String? {
        switch self {
        case .success(let snapshot): snapshot.facts.trouble.map { "\($0)" }
        case .failure(let error): "\(error)"
        }
    }

    /// How long the server asks to wait; 0 if it does not.
    var retryAfterSeconds: Int64 {
        switch self {
        case .success(let sight): sight.facts.trouble?.retryAfterSeconds ?? 0
        case .failure(.unavailable(let trouble)): trouble.retryAfterSeconds
        case .failure: 0
        }
    }
}

extension Fetching {
    /// Fetches an event's matches once.
    ///
    /// - Parameters:
    ///   - year: the season, if it should win over the year in the keys.
    mutating func fetchEvent(_ key: EventKey, year: Int?) -> Result<EventSnapshot, SourceError> {
        do throws(SourceError) {
            let answer = try get(.matches(key))
            let event = eventJSON(key)
            return .success(try Self.snapshot(of: key, answer, event, year: year))
        } catch {
            return .failure(error)
        }
    }

    /// An answer as an event's matches.
    static func snapshot(
        of key: EventKey, _ answer: FetchConnection.Answer, _ event: JSON?, year: Int? = nil
    ) throws(SourceError) -> EventSnapshot {
        let facts = event.flatMap { try? EventFacts.decode($0) }
        let (matches, unreadable) = ListedMatch.all(
            try list(answer), playoffType: facts?.playoffType, year: year)
        return EventSnapshot(
            key: key, eventJSON: event, event: facts, matches: matches, unreadable: unreadable,
            facts: answer.facts, source: retrieved(answer, "event/\(key)"))
    }
}
