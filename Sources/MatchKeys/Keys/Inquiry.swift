/// A match or an event that somebody asks for, by its key or by an address of The Blue Alliance.
public enum Inquiry: Hashable, Sendable {
    case match(MatchKey)
    case event(EventKey)

    /// Reads a key, or the address of a match's or an event's page as a browser shows it.
    ///
    /// - Parameter text: what somebody typed or pasted.
    public init?(_ text: String) {
        guard text.utf8.count <= KeyLimits.addressBytesMax else { return nil }
        if let key = Self.key(text) {
            self = key
        } else if let found = Self.page(text) {
            self = found
        } else {
            return nil
        }
    }

    /// Whether a text is an address of The Blue Alliance, of any page.
    ///
    /// - Parameter text: what somebody typed or pasted.
    /// - Returns: true for `https://www.thebluealliance.com/teams`, for one.
    public static func isAddress(_ text: String) -> Bool { path(text) != nil }

    /// The event itself, or the event of the match.
    public var event: EventKey {
        switch self {
        case .match(let match): match.event
        case .event(let event): event
        }
    }

    private static func key(_ text: some StringProtocol) -> Inquiry? {
        MatchKey(text).map { .match($0) } ?? EventKey(text).map { .event($0) }
    }

    /// `/match/KEY` and `/event/KEY`, whatever stands before and after them.
    private static func page(_ text: String) -> Inquiry? {
        guard let path = path(text) else { return nil }
        let segments = path.split(separator: "/")
        for (name, value) in zip(segments, segments.dropFirst()) {
            // A few programs encode the underscore.
            let value = value.replacing("%5F", with: "_").replacing("%5f", with: "_")
            switch name {
            case "match": return MatchKey(value).map { .match($0) }
            case "event": return EventKey(value).map { .event($0) }
            default: continue
            }
        }
        return nil
    }

    /// The path of an address of the site; nil for every other text.
    private static func path(_ text: String) -> Substring? {
        var rest = text[...]
        let scheme = rest.prefix { $0 != ":" && $0 != "/" }.lowercased()
        if scheme == "https" || scheme == "http" {
            guard rest.dropFirst(scheme.count).hasPrefix("://") else { return nil }
            rest = rest.dropFirst(scheme.count + 3)
        }
        rest = rest.prefix { $0 != "?" && $0 != "#" }
        var host = rest.prefix { $0 != "/" }.lowercased()
        if let colon = host.firstIndex(of: ":") { host = String(host[..<colon]) }
        guard host == site || host.hasSuffix(".\(site)") else { return nil }
        return rest.drop { $0 != "/" }
    }

    private static let site = "thebluealliance.com"
}
