import Text

/// HTML that is being written, line by line.
///
/// Text enters as ``ShownText`` alone, which is harmless, and is escaped here. Only ``open(_:)``,
/// ``close(_:)`` and `attributes` take what is markup already.
struct HTMLPage {
    private(set) var text = ""

    /// Adds a line that opens an element.
    mutating func open(_ tag: String) {
        text += tag
        text += "\n"
    }

    /// Adds a line that closes it.
    mutating func close(_ tag: String) {
        open(tag)
    }

    /// Adds an element around a text.
    ///
    /// - Parameter isolated: whether the text may run in another direction than the page, as a name from the data may.
    mutating func element(
        _ name: String, _ content: ShownText, attributes: String = "", isolated: Bool = false
    ) {
        text += "<"
        text += name
        if !attributes.isEmpty {
            text += " "
            text += attributes
        }
        text += isolated ? "><bdi>" : ">"
        appendEscaped(content.text)
        text += isolated ? "</bdi></" : "</"
        text += name
        text += ">\n"
    }

    /// Adds a row of a table; the label between the cells is the heading of both.
    mutating func row(red: ShownText, label: ShownText, blue: ShownText, className: String) {
        text += "<tr class=\""
        text += className
        text += "\"><td class=\"left\">"
        appendCell(red)
        text += "</td><th scope=\"row\">"
        appendEscaped(label.text)
        text += "</th><td class=\"right\">"
        appendCell(blue)
        text += "</td></tr>\n"
    }

    /// Adds a cell's text; signs are drawn, so that each has the same width and none wraps.
    ///
    /// Behind a drawing stands what it says, for screen readers and for who copies the table.
    private mutating func appendCell(_ content: ShownText) {
        for piece in CellPiece.pieces(of: content.text) {
            switch piece {
            case .text(let words): appendEscaped(words)
            case .signs(let signs, let label):
                let width = String(SignShape.width(signs))
                text += "<svg class=\"signs\" aria-hidden=\"true\" viewBox=\"0 0 "
                text += width
                text += " 12\" width=\""
                text += width
                text += "\" height=\"12\">"
                SignShape.append(signs, to: &text)
                text += "</svg><span class=\"said\">"
                appendEscaped(label)
                text += "</span>"
            }
        }
    }

    /// Adds a text with signs, as a paragraph.
    mutating func note(_ content: ShownText) {
        text += "<p class=\"note\">"
        appendCell(content)
        text += "</p>\n"
    }

    /// Adds a text, escaped.
    mutating func append(_ content: ShownText) { appendEscaped(content.text) }

    /// A text in the form for an element or an attribute.
    static func escaped(_ text: String) -> String {
        var page = HTMLPage()
        page.appendEscaped(PlainText.lines(text))
        return page.text
    }

    private mutating func appendEscaped(_ content: String) {
        // Nearly every text needs no escape and is copied as a whole.
        guard content.utf8.contains(where: { Self.escape($0) != nil }) else {
            text += content
            return
        }
        var rest = content.utf8[...]
        while let at = rest.firstIndex(where: { Self.escape($0) != nil }) {
            text += Substring(rest[..<at])
            text += Self.escape(rest[at]) ?? ""
            rest = rest[rest.index(after: at)...]
        }
        text += Substring(rest)
    }

    private static func escape(_ byte: UInt8) -> String? {
        switch byte {
        case UInt8(ascii: "&"): "&amp;"
        case UInt8(ascii: "<"): "&lt;"
        case UInt8(ascii: ">"): "&gt;"
        case UInt8(ascii: "\""): "&quot;"
        case UInt8(ascii: "'"): "&#39;"
        default: nil
        }
    }
}
