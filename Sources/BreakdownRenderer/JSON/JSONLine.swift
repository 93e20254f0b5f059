import PlainText

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
