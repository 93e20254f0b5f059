import JSON

/// Writes breakdowns as comma-separated values in long form: one cell of a table on a line.
///
/// Every line says to which match and side it belongs, so lines of many matches can be sorted,
/// filtered and counted (docs/DATA.md). Matches and insights have the same columns, but other sides.
public struct CSVFormatter: Sendable {
    /// Whether everything is written in ASCII.
    public var ascii: Bool

    /// Makes a formatter.
    public init(ascii: Bool = false) {
        self.ascii = ascii
    }

    static let columns = ["key", "side", "table", "label", "kind", "text", "number", "raw"]

    /// The line with the columns' names, with its break.
    public static var header: String { CSVLine(ascii: true).written(columns) }

    /// Writes one breakdown: the facts of its heading (kind `fact`), its rows, its notes and its
    /// problems.
    ///
    /// No spreadsheet takes a cell for a formula, and no character controls a terminal.
    ///
    /// - Returns: lines, each ended by a carriage return and a line feed.
    public func format(_ rendered: RenderedBreakdown) -> String {
        let line = CSVLine(ascii: ascii)
        let key = rendered.key
        var text = ""
        for fact in BreakdownFacts.all(of: rendered) {
            let number = ShownNumber.json(fact.text) ?? ""
            line.append([key, fact.side, "", fact.name, "fact", fact.text, number, ""], to: &text)
        }
        let (left, right) = (rendered.subject.left.key, rendered.subject.right.key)
        let start = line.cell(key) + ","
        for table in rendered.tables {
            let title = line.cell(table.title ?? "")
            for row in table.rows {
                let middle = ",\(title),\(line.cell(row.label)),\(row.kind.rawValue),"
                let cells = [(left, row.red, row.raw?.red), (right, row.blueAlone, row.raw?.blue)]
                for (side, cell, raw) in cells {
                    text += start
                    text += side
                    text += middle
                    text += line.cell(cell)
                    text += ","
                    if let number = ShownNumber.json(cell) { text += line.cell(number) }
                    text += ","
                    if let raw { text += line.cell(raw.cellText) }
                    text += "\r\n"
                }
            }
        }
        for note in rendered.notes {
            line.append([key, "", "", "", "note", note, "", ""], to: &text)
        }
        for problem in rendered.problems {
            line.append([key, "", "", "", "problem", problem, "", ""], to: &text)
        }
        return text
    }
}
