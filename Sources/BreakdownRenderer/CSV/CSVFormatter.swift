/// Writes a breakdown as comma-separated values (RFC 4180), a row of a table on a line.
///
/// Every line says which match it belongs to, so that lines of many matches can be sorted and filtered.
public struct CSVFormatter: Sendable {
    /// Whether everything is written in ASCII.
    public var ascii: Bool

    /// Makes a formatter.
    ///
    /// - Parameter ascii: whether everything is written in ASCII.
    public init(ascii: Bool = false) {
        self.ascii = ascii
    }

    /// The line with the columns' names.
    ///
    /// - Parameter subject: what the last two columns are.
    /// - Returns: the line with its break.
    public func header(_ subject: Subject) -> String {
        line(["key", "year", "table", "label", "kind", subject.left.key, subject.right.key])
    }

    /// Writes one breakdown: its rows, then notes and problems as labels of the kinds `note` and
    /// `problem`.
    ///
    /// No cell is a formula to a spreadsheet, and no character controls a terminal.
    ///
    /// - Parameter rendered: the texts.
    /// - Returns: lines, each ended by a carriage return and a line feed.
    public func format(_ rendered: RenderedBreakdown) -> String {
        let (key, year) = (rendered.key, String(rendered.year))
        var text = ""
        for table in rendered.tables {
            for row in table.rows {
                text += line([
                    key, year, table.title ?? "", row.label, row.kind.rawValue, row.red, row.blue,
                ])
            }
        }
        for note in rendered.notes { text += line([key, year, "", note, "note", "", ""]) }
        for problem in rendered.problems {
            text += line([key, year, "", problem, "problem", "", ""])
        }
        return text
    }

    private func line(_ cells: [String]) -> String {
        let face = Face(ascii: ascii)
        let cells = cells.map { quoted(CSVGuard.harmless(face.shown($0).text)) }
        return cells.joined(separator: ",") + "\r\n"
    }

    /// The cell in quotes where it needs them (RFC 4180 §2.5 to 2.7).
    private func quoted(_ cell: String) -> String {
        let needsQuotes = cell.unicodeScalars.contains { scalar in
            switch scalar {
            case ",", ";", "\"": true
            default: false
            }
        }
        guard needsQuotes || cell.hasPrefix(" ") || cell.hasSuffix(" ") else { return cell }
        return
            "\"\(cell.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\""))\""
    }
}
