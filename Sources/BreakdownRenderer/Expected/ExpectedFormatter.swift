/// The form of a sample's expected table: it says what is shown, but not how it is drawn.
///
/// Bundles carry these texts to machines with older and newer renderers. So the form is part of the
/// bundle format (docs/FORMAT.md, "Expected tables") and does not change with a program's looks.
package struct ExpectedFormatter: Sendable {
    /// The column where the cells begin, so that they are easy to read.
    private static let labelColumns = 40
    private static let blank = String(repeating: " ", count: labelColumns)

    /// Makes the formatter; it has no options, because two renderers must agree.
    package init() {}

    /// The table as lines: `= Total Auto   18 | 23`.
    package func format(_ rendered: RenderedBreakdown) -> String {
        var lines = [rendered.title]
        for table in rendered.tables {
            lines.append("")
            if let title = table.title { lines.append("# \(title)") }
            lines += table.rows.map(line)
        }
        if !rendered.notes.isEmpty { lines.append("") }
        lines += rendered.notes.map { "> \($0)" }
        let face = Face(ascii: false)
        return lines.map { face.shown($0).text + "\n" }.joined()
    }

    private func line(_ row: BreakdownTable.Row) -> String {
        let marker =
            switch row.kind {
            case .plain: " "
            case .subtotal: "+"
            case .total: "="
            }
        let missing = max(0, Self.labelColumns - row.label.unicodeScalars.count)
        let padding = Substring(Self.blank.utf8.prefix(missing))
        return "\(marker) \(row.label)\(padding) \(row.red) | \(row.blue)"
    }
}
