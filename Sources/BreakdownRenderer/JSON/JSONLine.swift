import Text

/// A line of JSON that is being written; making a tree would take longer than making the table.
struct JSONLine {
    var bytes: [UInt8]

    /// Adds punctuation, and keys that need no escape.
    mutating func raw(_ text: String) {
        bytes.append(contentsOf: text.utf8)
    }

    /// Adds a list.
    mutating func list<Element>(
        _ elements: [Element], _ append: (inout JSONLine, Element) -> Void
    ) {
        raw("[")
        for (at, element) in elements.enumerated() {
            if at > 0 { raw(",") }
            append(&self, element)
        }
        raw("]")
    }

    /// Adds a text in quotes, or null.
    mutating func text(_ text: String?) {
        guard let text else { return raw("null") }
        raw("\"")
        if text.utf8.allSatisfy(Self.isPlain) || text.unicodeScalars.allSatisfy(Self.isPlain) {
            raw(text)
        } else {
            PlainText.forEach(text) { append($0, isHarmless: $1) }
        }
        raw("\"")
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        (0x20..<0x7F).contains(byte) && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
    }

    private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
        scalar != "\"" && scalar != "\\" && DisplayWidth.isOneColumnAlways(scalar)
    }

    /// Adds a character; it is escaped, too, if JSON allows it but a terminal would interpret
    /// it.
    private mutating func append(_ scalar: Unicode.Scalar, isHarmless: Bool) {
        switch scalar {
        case "\"": raw("\\\"")
        case "\\": raw("\\\\")
        case _ where isHarmless: raw(String(scalar))
        default:
            for unit in UTF16.encode(scalar) ?? .init() {
                let hex = String(unit, radix: 16)
                raw("\\u" + String(repeating: "0", count: 4 - hex.utf8.count) + hex)
            }
        }
    }
}

/// What ``JSONFormatter`` and ``ViewFormatter`` say in the same words.
extension JSONLine {
    /// Adds the tables.
    mutating func tables(
        _ tables: [BreakdownTable], row append: (inout JSONLine, BreakdownTable.Row) -> Void
    ) {
        list(tables) { line, table in
            line.raw("{\"title\":")
            line.text(table.title)
            line.raw(",\"rows\":")
            line.list(table.rows, append)
            line.raw("}")
        }
    }

    /// Adds a list of texts.
    mutating func texts(_ texts: [String]) {
        list(texts) { line, text in line.text(text) }
    }

    /// Adds the event that a match belongs to.
    mutating func event(of heading: RenderedBreakdown.Heading) {
        raw("{\"key\":")
        text(heading.eventKey)
        raw(",\"name\":")
        text(heading.eventName)
        raw("}")
    }

    /// Adds what is known about an alliance.
    mutating func alliance(_ alliance: Alliance, rankingPoints: Int64?) {
        raw("{\"score\":")
        number(alliance.score)
        raw(",\"ranking_points\":")
        number(rankingPoints)
        raw(",\"teams\":")
        texts(alliance.teams)
        raw(",\"disqualified\":")
        texts(alliance.disqualified)
        raw(",\"surrogates\":")
        texts(alliance.surrogates)
        raw("}")
    }

    /// Adds where the data came from, or null.
    mutating func retrieval(_ retrieval: Retrieval?) {
        guard let retrieval else { return raw("null") }
        raw("{\"source\":")
        text(retrieval.source)
        raw(",\"address\":")
        text(retrieval.address)
        raw(",\"age_seconds\":\(retrieval.ageSeconds),\"is_stored\":\(retrieval.isStored)}")
    }

    /// Adds the content of the description, or null.
    mutating func provenance(_ bundle: Provenance?) {
        guard let bundle else { return raw("null") }
        raw("{\"year\":\(bundle.year),\"version\":")
        text(bundle.version)
        raw(",\"origin\":")
        text(bundle.origin)
        raw("}")
    }

    /// Adds a whole number, or null.
    private mutating func number(_ number: Int64?) {
        raw(number.map { String($0) } ?? "null")
    }
}

/// The content of a description, and its origin.
public struct Provenance: Equatable, Sendable {
    /// The season that it describes.
    public let year: Int
    /// The content's version; nil if it is not known.
    public let version: String?
    /// The origin: `embedded`, `downloaded` or `folder`.
    public let origin: String

    /// Describes a content.
    public init(year: Int, version: String?, origin: String) {
        self.year = year
        self.version = version
        self.origin = origin
    }
}
