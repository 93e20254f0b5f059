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
            key(String(decoding: withUnderscores(Array(word.utf8)[...]), as: UTF8.self))
                ?? key(String(word.map { $0 == "-" || $0 == " " ? "_" : $0 }))
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
        guard let segments = path(text)?.split(separator: UInt8(ascii: "/")) else { return nil }
        for (name, value) in zip(segments, segments.dropFirst()) {
            let value = withUnderscores(value)
            if name.elementsEqual("match".utf8) { return MatchKey(bytes: value).map { .match($0) } }
            if name.elementsEqual("event".utf8) { return EventKey(bytes: value).map { .event($0) } }
        }
        return nil
    }

    /// A few programs encode the underscore.
    private static func withUnderscores(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var (bytes, rest) = ([UInt8](), text)
        while let byte = rest.first {
            let isEncoded =
                rest.count >= 3 && rest.starts(with: "%5".utf8)
                && lowercased(rest[rest.startIndex + 2]) == UInt8(ascii: "f")
            bytes.append(isEncoded ? UInt8(ascii: "_") : byte)
            rest = rest.dropFirst(isEncoded ? 3 : 1)
        }
        return bytes[...]
    }

    /// The path of an address of the site; nil for every other text.
    private static func path(_ text: String) -> ArraySlice<UInt8>? {
        let (colon, slash) = (UInt8(ascii: ":"), UInt8(ascii: "/"))
        var rest = Array(text.utf8)[...]
        let scheme = rest.prefix { $0 != colon && $0 != slash }.map { lowercased($0) }
        if scheme.elementsEqual("https".utf8) || scheme.elementsEqual("http".utf8) {
            rest = rest.dropFirst(scheme.count)
            guard rest.starts(with: "://".utf8) else { return nil }
            rest = rest.dropFirst(3)
        }
        rest = rest.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
        let host = rest.prefix { $0 != slash && $0 != colon }.map { lowercased($0) }
        let site = "thebluealliance.com".utf8
        guard host.suffix(site.count).elementsEqual(site),
            host.dropLast(site.count).last.map({ $0 == UInt8(ascii: ".") }) ?? true
        else { return nil }
        return rest.drop { $0 != slash }
    }
}
