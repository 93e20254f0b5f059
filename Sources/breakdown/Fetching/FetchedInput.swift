import BreakdownRenderer
import JSON
import MatchKeys

/// What was fetched for one word of the command line, in the form of an input's values.
struct FetchedInput {
    /// The source, the event's facts, and the matches or insights, in the order of an input.
    var values: [JSON] = []
    /// The list that stands in for the matches; nil if their tables are wanted.
    var list: EventList?
    /// Sentences for the person.
    var remarks: [String] = []
    /// What could not be read.
    var problems: [String] = []

    /// The value that ends what the first one said about the source.
    static let end: JSON = ["retrieved": nil]
}

extension Fetching {
    /// Fetches a match or an event.
    ///
    /// - Parameters:
    ///   - year: the season, if it should win over the year in the keys.
    mutating func fetch(
        _ inquiry: Inquiry, _ wish: FetchSettings, lists: Bool, year: Int?
    ) throws(SourceError) -> FetchedInput {
        switch inquiry {
        case _ where wish.wantsInsights: try fetchInsights(inquiry.event)
        case .match(let key): try fetchMatch(key)
        case .event(let key): try fetchEvent(key, wish, lists, year)
        }
    }

    private mutating func fetchMatch(_ key: MatchKey) throws(SourceError) -> FetchedInput {
        let answer = try get(.match(key))
        let json = try Self.json(answer)
        var input = FetchedInput(values: [Self.retrieved(answer, "match/\(key)")])
        // The match is worth showing even without the event's name.
        if let event = eventJSON(key.event) { input.values.append(event) }
        input.values.append(json)
        input.remarks = remark(answer.facts)
        if let match = try? Match.decode(json) {
            let listed = ListedMatch(match, playoffType: nil)
            input.remarks += missing(listed, key.event, at: Clock.now)
        }
        return input
    }

    private mutating func fetchInsights(_ key: EventKey) throws(SourceError) -> FetchedInput {
        let answer = try get(.insights(key))
        let json = try Self.json(answer)
        var input = FetchedInput(values: [Self.retrieved(answer, "event/\(key)#event-insights")])
        if let event = eventJSON(key) { input.values.append(event) }
        input.remarks = remark(answer.facts)
        if case .object(var object) = json {
            // The answer does not name the event that the insights belong to.
            object["event_key"] = .string(key.description)
            input.values.append(.object(object))
        } else {
            input.remarks.append("\(key): The Blue Alliance has no insights of this event")
        }
        return input
    }

    private mutating func fetchEvent(
        _ key: EventKey, _ wish: FetchSettings, _ lists: Bool, _ year: Int?
    ) throws(SourceError) -> FetchedInput {
        let answer = try get(.matches(key))
        let list = try Self.list(answer)
        let event = eventJSON(key)
        let facts = event.flatMap { try? EventFacts.decode($0) }
        let (all, unreadable) = ListedMatch.all(list, playoffType: facts?.playoffType, year: year)
        let chosen = wish.choice.choose(all)
        let source = Self.retrieved(answer, "event/\(key)")
        var input = FetchedInput(values: [source] + [event].compactMap { $0 })
        input.remarks = remark(answer.facts)
        input.problems = unreadable.sentences(of: key)
        if all.isEmpty {
            // There are matches, though none can be read.
            guard unreadable.isEmpty else { return input }
            input.remarks.append(noMatches(of: key, facts, at: Clock.now))
        } else if chosen.isEmpty {
            input.remarks.append("\(key): none of its \(all.count) matches fits these options")
        } else if lists, chosen.count > 1 || wish.choice.isEverything {
            input.list = EventList(
                key: key, event: facts, retrieval: source["retrieved"].flatMap { try? .decode($0) },
                matches: chosen)
        } else {
            input.values += chosen.map { .object($0.match.json) }
        }
        return input
    }

    /// The words for a match whose score or details are absent; its table shows the rest.
    private mutating func missing(
        _ match: ListedMatch, _ event: EventKey, at now: Int64
    ) -> [String] {
        guard match.state != .complete else { return [] }
        let key = match.match.key
        let isExpected = StillExpected.isExpected(match.match, at: now)
        if isExpected, isDown(event) {
            return [
                "\(key): The Blue Alliance gets no news of this event just now, so more"
                    + " may have happened"
            ]
        }
        guard let absence = match.absence(at: now) else { return [] }
        let what = match.state == .scored ? "it has a score" : "it was played"
        return ["\(key): \(what), and \(absence)" + (isExpected ? "; ask again soon" : "")]
    }

    /// The words for an event without matches.
    private mutating func noMatches(
        of key: EventKey, _ facts: EventFacts?, at now: Int64
    ) -> String {
        guard StillExpected.isExpected(of: facts, year: key.year, at: now) else {
            return "\(key): The Blue Alliance has no matches of this event"
        }
        return isDown(key)
            ? "\(key): no matches; The Blue Alliance gets no news of this event just now"
            : "\(key): no matches yet"
    }

    /// The event's facts as the API tells them; nil if it does not.
    mutating func eventJSON(_ key: EventKey) -> JSON? {
        guard let answer = try? get(.event(key)), let json = try? Self.json(answer),
            EventFacts.looksLike(json)
        else { return nil }
        return json
    }

    /// Whether the API itself gets no news of an event.
    mutating func isDown(_ event: EventKey) -> Bool {
        guard let answer = try? get(.status), let status = try? Self.json(answer) else {
            return false
        }
        return StillExpected.isDown(event, by: status)
    }

    static func json(_ answer: FetchConnection.Answer) throws(SourceError) -> JSON {
        do throws(JSONError) {
            return try JSON.parse(answer.body, limits: .input)
        } catch {
            throw .program("its answer is not JSON: \(error)")
        }
    }

    /// The answer for an event's matches as a list of them.
    static func list(_ answer: FetchConnection.Answer) throws(SourceError) -> [JSON] {
        let json = try json(answer)
        guard let list = json.arrayValue else {
            throw .unavailable(.strange("it sent \(json.kind) instead of a list of matches"))
        }
        return list
    }

    /// Where an answer came from, in the form of an input's value.
    static func retrieved(_ answer: FetchConnection.Answer, _ page: String) -> JSON {
        [
            "retrieved": [
                "source": "The Blue Alliance",
                "address": .string("https://www.thebluealliance.com/\(page)"),
                "age_seconds": .integer(max(0, answer.facts.ageSeconds)),
                "is_stored": .bool(answer.facts.trouble != nil),
            ]
        ]
    }

    /// Why the answer is not newer; nothing if the person wanted it so.
    private func remark(_ facts: AnswerFacts) -> [String] {
        guard let trouble = facts.trouble, trouble != .offline else { return [] }
        return ["\(trouble); this is the stored answer"]
    }
}

/// Everything that a run fetches; the program beside this one starts with the first request.
struct Fetching: ~Copyable {
    private let freshness: CachePolicy
    private var connection: FetchConnection?

    /// Starts nothing yet.
    init(_ freshness: CachePolicy) {
        self.freshness = freshness
    }

    mutating func get(_ resource: Resource) throws(SourceError) -> FetchConnection.Answer {
        if connection == nil { connection = try FetchConnection() }
        do throws(SourceError) {
            guard let answer = try connection?.get(resource, freshness) else {
                throw .program("it did not start")
            }
            return answer
        } catch {
            // This connection may have broken off, so the next request starts another one.
            if case .program = error { connection = nil }
            throw error
        }
    }
}
