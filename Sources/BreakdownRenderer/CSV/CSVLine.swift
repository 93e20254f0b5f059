/// Writes lines of comma-separated values (RFC 4180).
struct CSVLine {
    /// Whether everything is written in ASCII.
    let ascii: Bool

    /// One line: no cell is a formula to a spreadsheet, and no character controls a terminal.
    ///
    /// - Parameter cells: any texts.
    /// - Returns: the line, ended by a carriage return and a line feed.
    func written(_ cells: [String]) -> String {
        let face = Face(ascii: ascii)
        var line = ""
        for (at, cell) in cells.enumerated() {
            if at > 0 { line += "," }
            line += quoted(CSVGuard.harmless(face.shown(cell).text))
        }
        return line + "\r\n"
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
