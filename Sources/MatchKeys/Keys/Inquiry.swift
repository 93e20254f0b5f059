/// A match or an event that a person asks for, by its key or by an address of The Blue Alliance.
public enum Inquiry: Hashable, Sendable, CustomStringConvertible {
    case match(MatchKey)
    case event(EventKey)

    /// Reads a key, or the address of a match's or an event's page as a browser shows it.
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
    /// - Returns: true for `https://www.thebluealliance.com/teams`, for one.
    public static func isAddress(_ text: String) -> Bool { path(text) != nil }

    /// Looks for a key inside another text: an address of another site, or a key with other separators.
    ///
    /// - Returns: the key that is probably meant; nil if there is none.
    public static func inside(_ text: String) -> Inquiry? {
        let words = text.prefix(KeyLimits.addressBytesMax).split { "/?#&=:".contains($0) }
        let whole = words.compactMap { word in
            key(word.replacing("%5F", with: "_").replacing("%5f", with: "_"))
                ?? key(word.replacing("-", with: "_").replacing(" ", with: "_"))
        }
        if let match = whole.first(where: { if case .match = $0 { true } else { false } }) {
            return match
        }
        if let event = whole.first { return event }
        // FIRST's pages have the year and the event's code one after the other.
        for (year, code) in zip(words, words.dropFirst()) where year.utf8.count == 4 {
            if let event = EventKey("\(year)\(code)") { return .event(event) }
        }
        return nil
    }

    /// The event itself, or the event of the match.
    public var event: EventKey {
        switch self {
        case .match(let match): match.event
        case .event(let event): event
        }
    }

    /// The key as the API writes it.
    public var description: String {
        switch self {
        case .match(let match): match.description
        case .event(let event): event.description
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
