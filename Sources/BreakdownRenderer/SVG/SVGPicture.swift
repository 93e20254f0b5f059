import CEL
import Text

/// A picture of matches: 400 wide, so that it can be read on a phone, and as high as necessary.
///
/// Texts stay texts. There are no scripts, no fonts and no links to anything outside.
public struct SVGPicture: Sendable {
    /// Matches in one picture: a higher picture cannot be seen as a whole.
    public static let matchesMax = 20

    private let theme: PictureTheme
    private var body = ""
    private var y = 0
    private var names: [String] = []

    static let width = 400
    private static let margin = 10
    private static let sideWidth = 112
    private static let labelWidth = 156
    private static let padding = 6
    private static let lineHeight = 16

    /// Makes an empty picture.
    public init(theme: PictureTheme = .auto) {
        self.theme = theme
    }

    /// The number of breakdowns so far.
    public var count: Int { names.count }

    /// The height so far, in pixels.
    public var height: Int { y }

    /// Where a text stands, and its look.
    private enum Column {
        case left, middle, right

        var anchor: String {
            switch self {
            case .left: "end"
            case .middle: "middle"
            case .right: "start"
            }
        }
    }

    /// Draws a breakdown below the earlier ones.
    public mutating func append(_ rendered: RenderedBreakdown) {
        let charset = Charset(ascii: false)
        let heading = TextHeading(rendered.heading, rendered.subject, charset: charset, columns: 40)
        names.append(heading.matchTitle.text)
        y += Self.margin + 4
        paragraph(heading.matchTitle.text, "title", columnWidth: 9)
        paragraph(charset.shown(rendered.title).text, "faint", columnWidth: SVGText.columnWidth)
        y += 4
        let isMatch = rendered.subject == .match
        row(heading.redScore, heading.outcome, heading.blueScore, .total, isMatch)
        if heading.robots.columns > 0 {
            row(heading.redTeams, heading.robots, heading.blueTeams, .plain, isMatch)
        }
        for table in rendered.tables {
            rule("rule")
            if let title = table.title {
                y += 5
                centred(charset.shown(title).text)
                y += 5
                rule("rule")
            }
            for row in table.rows {
                self.row(
                    charset.shown(row.red), charset.shown(row.label), charset.shown(row.blue),
                    row.kind,
                    isMatch)
            }
        }
        y += 6
        for note in (heading.legend.columns > 0 ? [heading.legend.text] : []) + rendered.notes {
            let lines = SVGText.lines(charset.shown(note).text, width: Self.width - 2 * Self.margin)
            draw(lines, x: Self.margin, .right, "faint", "")
            y += lines.count * Self.lineHeight
        }
        for problem in rendered.problems.prefix(3) {
            let text = charset.shown("\(Icon.warning.character) \(problem)").text
            paragraph(text, "strong", columnWidth: SVGText.columnWidth)
        }
        y += Self.margin
    }

    /// Writes where fetched breakdowns came from.
    public mutating func append(_ retrieval: Retrieval) {
        let text = Charset(ascii: false).shown(retrieval.credit).text
        paragraph(text, "faint", columnWidth: SVGText.columnWidth)
        y += Self.margin
    }

    /// The whole picture.
    ///
    /// - Returns: a document of SVG; nothing without a breakdown.
    public func written() -> String {
        guard !names.isEmpty else { return "" }
        let title = Self.escaped(names.prefix(3).joined(separator: ", "))
        return """
            <svg xmlns="http://www.w3.org/2000/svg" width="\(Self.width)" height="\(y)" \
            viewBox="0 0 \(Self.width) \(y)" direction="ltr" role="img">
            <title>\(title)</title>
            <style>\(SVGColours.sheet(theme))</style>
            <rect class="ground" width="\(Self.width)" height="\(y)"/>
            \(body)</svg>

            """
    }
}

// MARK: - Drawing

extension SVGPicture {
    private mutating func row(
        _ red: ShownText, _ label: ShownText, _ blue: ShownText, _ kind: RowKind, _ isMatch: Bool
    ) {
        let inner = 2 * Self.padding
        let cells = [
            SVGText.lines(red.text, width: Self.sideWidth - inner),
            // Bold type is wider.
            SVGText.lines(
                label.text, width: (Self.labelWidth - inner) * (kind == .plain ? 10 : 9) / 10),
            SVGText.lines(blue.text, width: Self.sideWidth - inner),
        ]
        let count = cells.map { $0.count }.max() ?? 1
        let height = count * Self.lineHeight + 5
        let middle = Self.margin + Self.sideWidth
        let right = middle + Self.labelWidth
        if isMatch {
            rectangle("redground", Self.margin, Self.sideWidth, height)
            rectangle("blueground", right, Self.sideWidth, height)
        }
        if kind == .total { rectangle("totalground", middle, Self.labelWidth, height) }
        let weight = kind == .plain ? "" : " strong"
        let colours = isMatch ? ("red", "blue") : ("own", "own")
        let top = y
        y += 2
        draw(cells[0], x: middle - Self.padding, .left, colours.0, weight)
        draw(cells[1], x: middle + Self.labelWidth / 2, .middle, "own", weight)
        draw(cells[2], x: right + Self.padding, .right, colours.1, weight)
        y = top + height
        rule(kind == .total ? "strongrule" : "rule")
    }

    private mutating func draw(
        _ lines: [SVGText.Line], x: Int, _ column: Column, _ colour: String, _ weight: String
    ) {
        for (at, line) in lines.enumerated() {
            let base = y + (at + 1) * Self.lineHeight - 4
            var left: Int
            switch column {
            case .left: left = x - line.width
            case .middle: left = x - line.width / 2
            case .right: left = x
            }
            for (place, piece) in line.pieces.enumerated() {
                let isLast = place == line.pieces.count - 1
                switch piece {
                case .text(let text):
                    let width = SVGText.width(text)
                    // The true width is known only to the viewer, so a text begins or ends at the
                    // column's edge where it can.
                    let isWhole = line.pieces.count == 1
                    let anchor = isWhole || (isLast && column == .left) ? column.anchor : "start"
                    // A viewer would drop the space before the first word.
                    let gap = text.hasStart(" ") && !isWhole ? 4 : 0
                    let from = isWhole || (isLast && column == .left) ? x : left + gap
                    body +=
                        "<text class=\"\(colour)\(weight)\" x=\"\(from)\" y=\"\(base)\""
                        + " text-anchor=\"\(anchor)\">\(Self.escaped(Self.trimmed(text)))</text>\n"
                    left += width
                case .signs(let signs, _):
                    let width = SignShape.width(signs)
                    let room = min(width, Self.sideWidth - 2 * Self.padding)
                    let scale = room < width ? " scale(\(room * 100 / width)e-2)" : ""
                    body +=
                        "<g class=\"\(colour) signs\" transform=\"translate(\(left) \(base - 10))\(scale)\">"
                    SignShape.append(signs, to: &body)
                    body += "</g>\n"
                    left += room
                }
            }
        }
    }

    private mutating func paragraph(_ text: String, _ style: String, columnWidth: Int) {
        let columns = (Self.width - 2 * Self.margin) / columnWidth
        let shown = ShownText(text: text, columns: DisplayWidth.of(text))
        for line in Wrapping.lines(shown, columns: columns) {
            y += style == "title" ? 19 : Self.lineHeight
            body +=
                "<text class=\"\(style)\" x=\"\(Self.margin)\" y=\"\(y - 4)\">"
                + "\(Self.escaped(line.text))</text>\n"
        }
    }

    private mutating func centred(_ text: String) {
        let columns = (Self.width - 2 * Self.margin) / SVGText.columnWidth
        let shown = ShownText(text: text, columns: DisplayWidth.of(text))
        for line in Wrapping.lines(shown, columns: columns) {
            y += Self.lineHeight
            body +=
                "<text class=\"strong\" x=\"\(Self.width / 2)\" y=\"\(y - 4)\" text-anchor=\"middle\">"
                + "\(Self.escaped(line.text))</text>\n"
        }
    }

    private mutating func rectangle(_ name: String, _ x: Int, _ width: Int, _ height: Int) {
        body +=
            "<rect class=\"\(name)\" x=\"\(x)\" y=\"\(y)\" width=\"\(width)\" height=\"\(height)\"/>\n"
    }

    private mutating func rule(_ name: String) {
        body +=
            "<path class=\"\(name)\" d=\"M\(Self.margin) \(y - 1).5h\(Self.width - 2 * Self.margin)\"/>\n"
    }

    private static func trimmed(_ text: String) -> String {
        text.pieces(between: " ").joined(separator: " ")
    }

    /// A text in the form for an element; XML has no way to write a few code points.
    private static func escaped(_ text: String) -> String {
        var allowed = String.UnicodeScalarView()
        for scalar in PlainText.line(text).unicodeScalars {
            allowed.append(scalar.value & 0xFFFE == 0xFFFE ? "?" : scalar)
        }
        return HTMLPage.escaped(String(allowed))
    }
}
