/// Writes lines of comma-separated values (RFC 4180).
struct CSVLine {
    /// Whether everything is written in ASCII.
    let ascii: Bool

    /// One line; no spreadsheet takes a cell for a formula, and no character controls a terminal.
    ///
    /// - Returns: the line, ended by a carriage return and a line feed.
    func written(_ cells: [String]) -> String {
        var line = ""
        append(cells, to: &line)
        return line
    }

    /// Adds one line, as ``written(_:)``.
    func append(_ cells: [String], to text: inout String) {
        for (at, cell) in cells.enumerated() {
            if at > 0 { text += "," }
            text += self.cell(cell)
        }
        text += "\r\n"
    }

    /// One cell, in quotes where it needs them; no spreadsheet takes it for a formula, and no character
    /// controls a terminal.
    func cell(_ text: String) -> String {
        // Nearly every cell is printed as it is.
        if text.utf8.allSatisfy(Self.isPlain), text.utf8.first != UInt8(ascii: " "),
            text.utf8.last != UInt8(ascii: " ")
        {
            return text
        }
        return quoted(CSVGuard.harmless(Face(ascii: ascii).shown(text).text))
    }

    /// Whether a byte is a printed character of ASCII that begins no formula and needs no quotes.
    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\""), UInt8(ascii: "="),
            UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "@"):
            false
        default: (0x20...0x7E).contains(byte)
        }
    }

    /// The cell in quotes where it needs them (RFC 4180 §2.5 to 2.7).
    ///
    /// It goes by code points: a quote counts even if a combining mark follows it.
    private func quoted(_ cell: String) -> String {
        let scalars = cell.unicodeScalars
        let needsQuotes = scalars.contains { scalar in
            switch scalar {
            case ",", ";", "\"": true
            default: false
            }
        }
        guard needsQuotes || scalars.first == " " || scalars.last == " " else { return cell }
        var text = "\""
        for scalar in scalars {
            if scalar == "\"" { text += "\"" }
            text.unicodeScalars.append(scalar)
        }
        return text + "\""
    }
}
