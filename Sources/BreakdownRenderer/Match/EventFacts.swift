import CEL
import JSON

/// An event as The Blue Alliance's API v3 has it, as far as headings need it.
public struct EventFacts: Equatable, Sendable {
    /// The event's key: `2024necmp`.
    public var key: String
    /// Its name, if known.
    public var name: String?
    /// The first and the last day, `2024-04-03`, if known.
    public var days: (first: CalendarDay, last: CalendarDay)? {
        get { firstDay.flatMap { first in lastDay.map { (first, $0) } } }
        set { (firstDay, lastDay) = (newValue?.first, newValue?.last) }
    }
    /// The time zone, if known.
    public var timeZone: EventZone?
    /// How the event plays its playoffs, if known.
    public var playoffType: PlayoffType?

    private var firstDay: CalendarDay?
    private var lastDay: CalendarDay?

    /// Collects facts of an event.
    public init(
        key: String, name: String? = nil, days: (first: CalendarDay, last: CalendarDay)? = nil,
        timeZone: EventZone? = nil, playoffType: PlayoffType? = nil
    ) {
        self.key = key
        self.name = name
        self.timeZone = timeZone
        self.playoffType = playoffType
        self.days = days
    }

    /// The season, if the key has its form.
    var season: Int? { Int64(key.shortened(to: 4)).flatMap { $0 >= 1000 ? Int($0) : nil } }

    /// When a match of this event was played, for people.
    ///
    /// - Returns: its local date and time; the event's days if the time or the zone is unknown.
    func date(of time: MatchTime?) -> String? {
        if let zone = timeZone, let text = time?.text(in: zone) { return text }
        return days.map { CalendarDay.text(from: $0.first, to: $0.last) }
    }

    /// Whether a value has the form of an event: it has an `event_code`, and no alliances.
    ///
    /// - Returns: whether ``decode(_:)`` is the one to read it.
    public static func looksLike(_ json: JSON) -> Bool {
        json["event_code"] != nil && json["alliances"] == nil
    }

    /// Reads an event; what is absent, null or of an unknown form stays unknown.
    ///
    /// - Throws: ``MatchError`` if there is no key.
    public static func decode(_ json: JSON) throws(MatchError) -> EventFacts {
        func short(_ member: String) -> String? {
            guard let text = json[member]?.stringValue, !text.isEmpty,
                text.utf8.count <= RenderLimits.eventTextBytesMax
            else { return nil }
            return text
        }
        guard let key = short("key") else {
            throw MatchError(
                subject: "event", path: JSONPath.root.member("key"),
                problem: "expected an event's key such as 2024necmp")
        }
        var facts = EventFacts(
            key: key, name: short("name"), timeZone: short("timezone").map { EventZone($0) })
        if let first = short("start_date").flatMap(CalendarDay.init(text:)),
            let last = short("end_date").flatMap(CalendarDay.init(text:)), first <= last
        {
            facts.days = (first, last)
        }
        facts.playoffType = json["playoff_type"]?.integerValue.flatMap {
            PlayoffType(rawValue: $0)
        }
        return facts
    }
}

/// What is known about a match in addition to its own data: its event, and where the data came from.
///
/// A file of matches does not contain this; the program that fetches matches knows it.
public struct MatchContext: Equatable, Sendable {
    /// The event's facts, if known.
    public var event: EventFacts?
    /// Where the data came from; nil for a file.
    public var retrieval: Retrieval?
    /// What was wrong in what a stream said about the match before: the first sentence below its tables.
    public var correction: String?
    /// What an earlier line of the same stream said about the match, as JSON's text.
    ///
    /// It becomes the member `replaces` in JSON; nil leaves the member out.
    package var replaces: String?

    /// Nothing is known.
    public static var none: MatchContext { MatchContext() }

    /// Collects what is known.
    public init(event: EventFacts? = nil, retrieval: Retrieval? = nil) {
        self.event = event
        self.retrieval = retrieval
    }
}

/// How an event plays its playoffs: The Blue Alliance's numbers.
///
/// The keys of playoff matches look alike at all events, but they mean different things. An unknown number is nil.
public enum PlayoffType: Int64, Sendable {
    case bracketOf8 = 0
    case bracketOf16 = 1
    case bracketOf4 = 2
    /// The alliances with the highest averages go on.
    case averages = 3
    case roundRobin = 4
    /// A double elimination of before 2023; its keys use all four levels.
    case legacyDoubleElimination = 5
    case bestOf5 = 6
    case bestOf3 = 7
    case custom = 8
    case bracketOf2 = 9
    case doubleEliminationOf8 = 10
    case doubleEliminationOf4 = 11
}
