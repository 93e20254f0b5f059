/// Writes a breakdown as Markdown with a table (CommonMark, and GitHub's tables).
public struct MarkdownFormatter: Sendable {
    /// Whether everything is written in ASCII.
    public var ascii: Bool

    /// Makes a formatter.
    public init(ascii: Bool = false) {
        self.ascii = ascii
    }

    /// Writes one breakdown: a heading, a table for each of its tables, and the notes as a list.
    ///
    /// No text has a meaning to Markdown or to GitHub (``MarkdownText``).
    public func format(_ rendered: RenderedBreakdown) -> String {
        let face = Face(ascii: ascii)
        let heading = TextHeading(rendered.heading, rendered.subject, face: face, columns: .max)
        var text = "## \(escaped(heading.matchTitle))\n\n\(escaped(face.shown(rendered.title)))\n"
        var tables = rendered.tables
        // The teams are shown even if nothing is known about the score.
        if tables.isEmpty { tables = [BreakdownTable(title: nil, rows: [])] }
        for (at, table) in tables.enumerated() {
            text += "\n"
            if let title = table.title { text += "### \(escaped(face.shown(title)))\n\n" }
            text += line(heading.redScore, heading.outcome, heading.blueScore)
            text += "| ---: | :---: | :--- |\n"
            if at == 0, heading.robots.columns > 0 {
                text += line(heading.redTeams, heading.robots, heading.blueTeams)
            }
            for row in table.rows {
                let mark = mark(row.kind)
                text += line(face.shown(row.red), face.shown(row.label), face.shown(row.blue), mark)
            }
        }
        let warnings = rendered.problems.map { "\(Icon.warning.character) \($0)" }
        let legend = heading.legend.columns > 0 ? [heading.legend.text] : []
        let notes = (legend + rendered.notes + warnings).map { "- \(item(face.shown($0)))\n" }
        return text + (notes.isEmpty ? "" : "\n") + notes.joined()
    }

    /// Writes where fetched breakdowns came from, below the last of them.
    ///
    /// - Returns: an empty line and the credit.
    public func format(_ retrieval: Retrieval) -> String {
        "\n\(escaped(Face(ascii: ascii).shown(retrieval.credit)))\n"
    }

    private func mark(_ kind: RowKind) -> String {
        switch kind {
        case .plain: ""
        case .subtotal: "*"
        case .total: "**"
        }
    }

    private func line(
        _ red: ShownText, _ label: ShownText, _ blue: ShownText, _ mark: String = ""
    ) -> String {
        let cells = [red, label, blue].map { cell in
            let text = escaped(cell)
            return text.isEmpty ? "" : mark + text + mark
        }
        return "| \(cells.joined(separator: " | ")) |\n"
    }

    private func escaped(_ shown: ShownText) -> String { MarkdownText.escaped(shown.text) }

    /// The text of a list item; it must not begin another block: `- `, `+ `, `1.
    ///
    /// `, `===`.
    private func item(_ shown: ShownText) -> String {
        let text = escaped(shown)
        let scalars = text.unicodeScalars
        guard let end = scalars.firstIndex(where: { !("0"..."9").contains($0) }) else {
            return text
        }
        switch scalars[end] {
        case "-", "+", "=", ".", ")": return "\(text[..<end])\\\(text[end...])"
        default: return text
        }
    }
}
