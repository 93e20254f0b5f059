/// Writes breakdowns as comma-separated values in long form: one cell of a table on a line.
///
/// Every line says to which match and side it belongs, so lines of many matches can be sorted,
/// filtered and counted (docs/DATA.md). Matches and insights have the same columns, but other sides.
public struct CSVFormatter: Sendable {
    /// Whether everything is written in ASCII.
    public var ascii: Bool

    /// Makes a formatter.
    ///
    /// - Parameter ascii: whether everything is written in ASCII.
    public init(ascii: Bool = false) {
        self.ascii = ascii
    }

    /// The names of the columns.
    static let columns = ["key", "side", "table", "label", "kind", "text", "number"]

    /// The line with the columns' names, with its break.
    public static var header: String { CSVLine(ascii: true).written(columns) }

    /// Writes one breakdown: the facts of its heading (kind `fact`), its rows, its notes and its
    /// problems.
    ///
    /// No cell is a formula to a spreadsheet, and no character controls a terminal.
    ///
    /// - Parameter rendered: the texts.
    /// - Returns: lines, each ended by a carriage return and a line feed.
    public func format(_ rendered: RenderedBreakdown) -> String {
        let line = CSVLine(ascii: ascii)
        let key = rendered.key
        var text = ""
        for fact in BreakdownFacts.all(of: rendered) {
            text += line.written([
                key, fact.side, "", fact.name, "fact", fact.text, ShownNumber.json(fact.text) ?? "",
            ])
        }
        let (left, right) = (rendered.subject.left.key, rendered.subject.right.key)
        for table in rendered.tables {
            for row in table.rows {
                for (side, cell) in [(left, row.red), (right, row.blue)] {
                    text += line.written([
                        key, side, table.title ?? "", row.label, row.kind.rawValue, cell,
                        ShownNumber.json(cell) ?? "",
                    ])
                }
            }
        }
        for note in rendered.notes { text += line.written([key, "", "", "", "note", note, ""]) }
        for problem in rendered.problems {
            text += line.written([key, "", "", "", "problem", problem, ""])
        }
        return text
    }
}
