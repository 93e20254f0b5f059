/// HTML that is being written, line by line.
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
    /// - Parameters:
    ///   - name: the element's name.
    ///   - content: any text; escaped here.
    ///   - attributes: written as they are.
    mutating func element(_ name: String, _ content: String, attributes: String = "") {
        text += attributes.isEmpty ? "<\(name)>" : "<\(name) \(attributes)>"
        appendEscaped(content)
        text += "</\(name)>\n"
    }

    /// Adds a row of a table; the label between the cells is the heading of both.
    mutating func row(red: String, label: String, blue: String, className: String) {
        text += "<tr class=\"\(className)\"><td class=\"left\">"
        appendCell(red)
        text += "</td><th scope=\"row\">"
        appendEscaped(label)
        text += "</th><td class=\"right\">"
        appendCell(blue)
        text += "</td></tr>\n"
    }

    /// Adds a cell's text; signs are drawn, so that each has the same width and none wraps.
    private mutating func appendCell(_ content: String) {
        for piece in CellPiece.pieces(of: content) {
            switch piece {
            case .text(let words): appendEscaped(words)
            case .signs(let signs, let label):
                let width = SignShape.width(signs)
                text += "<svg class=\"signs\" role=\"img\" aria-label=\""
                appendEscaped(label)
                text += "\" viewBox=\"0 0 \(width) 12\" width=\"\(width)\" height=\"12\">"
                text += SignShape.elements(signs)
                text += "</svg>"
            }
        }
    }

    /// Adds a text with signs, as a paragraph.
    mutating func note(_ content: String) {
        text += "<p class=\"note\">"
        appendCell(content)
        text += "</p>\n"
    }

    /// Adds a text, escaped.
    mutating func append(_ content: String) { appendEscaped(content) }

    private mutating func appendEscaped(_ content: String) {
        for scalar in content.unicodeScalars {
            switch scalar {
            case "&": text += "&amp;"
            case "<": text += "&lt;"
            case ">": text += "&gt;"
            case "\"": text += "&quot;"
            case "'": text += "&#39;"
            default: text.unicodeScalars.append(scalar)
            }
        }
    }
}
