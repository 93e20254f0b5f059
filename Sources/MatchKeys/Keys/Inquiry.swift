import Text

/// A match or an event that a person asks for, by its key or by an address of The Blue Alliance.
public enum Inquiry: Hashable, Sendable, CustomStringConvertible {
    case match(MatchKey)
    case event(EventKey)

    /// Reads a key, or the address of a match's or an event's page as a browser shows it.
    public init?(_ text: String) {
        guard text.utf8.count <= KeyLimits.addressBytesMax else { return nil }
        if let key = Self.key(bytes: Array(text.utf8)[...]) {
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

    /// What to type instead of a text that is no key: the key that is probably meant, or how keys look.
    ///
    /// - Parameter command: what a terminal needs before a key, with its space.
    /// - Returns: `try 2024nytr_qm1`.
    public static func advice(about text: String, command: String = "") -> String {
        if let key = inside(text) { return "try \(command)\(key)" }
        let letters = Array(text.utf8)
        guard !letters.isEmpty, letters.allSatisfy({ (0x61...0x7A).contains(smallLetter($0)) })
        else { return "an event has a key such as 2024necmp, a match such as 2024necmp_f1m1" }
        let code = String(decoding: letters.prefix(20).map(smallLetter), as: UTF8.self)
        return "an event's key begins with the year, such as 2024\(code)"
    }

    /// Looks for a key inside another text: an address of another site, a key with other separators, or one with
    /// invisible characters in it.
    ///
    /// - Returns: the key that is probably meant; nil if there is none.
    public static func inside(_ text: String) -> Inquiry? {
        // Bytes: the characters of a text need tables that the module of the pages does not have.
        let words = visible(text).prefix(KeyLimits.addressBytesMax).split {
            "/?#&=:".utf8.contains($0)
        }
        let (underscore, others) = (UInt8(ascii: "_"), "- ".utf8)
        let whole = words.compactMap { word in
            key(bytes: withUnderscores(word))
                ?? key(bytes: word.map { others.contains($0) ? underscore : $0 }[...])
        }
        if let match = whole.first(where: { if case .match = $0 { true } else { false } }) {
            return match
        }
        if let event = whole.first { return event }
        // FIRST's pages have the year and the event's code one after the other.
        for (year, code) in zip(words, words.dropFirst()) where year.count == 4 {
            if let event = EventKey(bytes: (year + code)[...]) { return .event(event) }
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

    /// The text as a person sees it: without hidden characters, and with a plain dash and space for each similar one.
    private static func visible(_ text: String) -> [UInt8] {
        var seen = String.UnicodeScalarView()
        PlainText.forEach(text) { scalar, isHarmless in
            if scalar == "\t" || scalar == "\n" {
                seen.append(" ")
            } else if isHarmless {
                switch Lookalike.Likeness(scalar) {
                case .space: seen.append(" ")
                case .dash: seen.append("-")
                case .quotationMark, nil: seen.append(scalar)
                }
            }
        }
        return Array(String(seen).utf8)
    }

    private static func key(bytes: ArraySlice<UInt8>) -> Inquiry? {
        MatchKey(bytes: bytes).map { .match($0) } ?? EventKey(bytes: bytes).map { .event($0) }
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
                && smallLetter(rest[rest.startIndex + 2]) == UInt8(ascii: "f")
            bytes.append(isEncoded ? UInt8(ascii: "_") : byte)
            rest = rest.dropFirst(isEncoded ? 3 : 1)
        }
        return bytes[...]
    }

    /// The path of an address of the site; nil for every other text.
    private static func path(_ text: String) -> ArraySlice<UInt8>? {
        let (colon, slash) = (UInt8(ascii: ":"), UInt8(ascii: "/"))
        var rest = Array(text.utf8)[...]
        let scheme = rest.prefix { $0 != colon && $0 != slash }.map { smallLetter($0) }
        if scheme.elementsEqual("https".utf8) || scheme.elementsEqual("http".utf8) {
            rest = rest.dropFirst(scheme.count)
            guard rest.starts(with: "://".utf8) else { return nil }
            rest = rest.dropFirst(3)
        }
        rest = rest.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
        let host = rest.prefix { $0 != slash && $0 != colon }.map { smallLetter($0) }
        let site = "thebluealliance.com".utf8
        guard host.suffix(site.count).elementsEqual(site),
            host.dropLast(site.count).last.map({ $0 == UInt8(ascii: ".") }) ?? true
        else { return nil }
        return rest.drop { $0 != slash }
    }
}
