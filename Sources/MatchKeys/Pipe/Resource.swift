/// One thing that the API tells, by its path.
public enum Resource: Hashable, Sendable {
    /// A match with its breakdown.
    case match(MatchKey)
    /// An event's name, dates, time zone and form of playoffs.
    case event(EventKey)
    /// All matches of an event, with their breakdowns.
    case matches(EventKey)
    /// An event's insights; null if there are none.
    case insights(EventKey)
    /// A season's events, with their names, places and dates.
    case events(year: Int)
    /// The keys of a season's events.
    case eventKeys(year: Int)
    /// The API's own state; it names the events that are not updated just now.
    case status

    /// The path below the API's address.
    public var path: String {
        switch self {
        case .match(let key): "match/\(key)"
        case .event(let key): "event/\(key)"
        case .matches(let key): "event/\(key)/matches"
        case .insights(let key): "event/\(key)/insights"
        case .events(let year): "events/\(year)/simple"
        case .eventKeys(let year): "events/\(year)/keys"
        case .status: "status"
        }
    }

    /// Reads a path, as ``path`` writes it.
    ///
    /// - Parameter path: below the API's address.
    public init?(path: String) {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false).map { String($0) }
        switch (parts.first, parts.count) {
        case ("status", 1): self = .status
        case ("match", 2):
            guard let key = MatchKey(parts[1]) else { return nil }
            self = .match(key)
        case ("events", 3):
            guard let year = Int(parts[1]), (1992...2999).contains(year) else { return nil }
            switch parts[2] {
            case "simple": self = .events(year: year)
            case "keys": self = .eventKeys(year: year)
            default: return nil
            }
        case ("event", 2...3):
            guard let key = EventKey(parts[1]) else { return nil }
            switch parts.dropFirst(2).first {
            case nil: self = .event(key)
            case "matches": self = .matches(key)
            case "insights": self = .insights(key)
            default: return nil
            }
        default: return nil
        }
    }
}
