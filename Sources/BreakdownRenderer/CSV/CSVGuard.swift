/// Keeps a cell from being a formula in a spreadsheet, which could send data away or start
/// programs.
enum CSVGuard {
    /// The text with an apostrophe before each place where a formula could begin.
    ///
    /// A formula begins with `=`, `+`, `-` or `@`, also in their full width. The places are the cell's
    /// beginning, and after a comma, a semicolon or a quote, because a spreadsheet of another locale may
    /// split the cell there. Plain numbers such as `-5` and `+1.5%` stay as they are.
    ///
    /// - Parameter cell: without control characters.
    static func harmless(_ cell: String) -> String {
        guard cell.unicodeScalars.contains(where: beginsFormula), !isNumber(cell) else {
            return cell
        }
        var harmless = String.UnicodeScalarView()
        var mayBegin = true
        for scalar in cell.unicodeScalars {
            if mayBegin, beginsFormula(scalar) { harmless.append("'") }
            harmless.append(scalar)
            switch scalar {
            case ",", ";", "\"": mayBegin = true
            case " ", "\u{A0}": break
            default: mayBegin = false
            }
        }
        return String(harmless)
    }

    private static func beginsFormula(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "=", "+", "-", "@", "＝", "＋", "－", "＠": true
        default: false
        }
    }

    /// Whether the cell is a sign, digits with at most one point, and perhaps a percent sign.
    private static func isNumber(_ cell: String) -> Bool {
        var rest = Array(cell.utf8)[...]
        if rest.first == UInt8(ascii: "-") || rest.first == UInt8(ascii: "+") { rest.removeFirst() }
        if rest.last == UInt8(ascii: "%") { rest.removeLast() }
        let parts = rest.split(
            separator: UInt8(ascii: "."), maxSplits: 1, omittingEmptySubsequences: false)
        return parts.allSatisfy { part in
            !part.isEmpty && part.allSatisfy { (0x30...0x39).contains($0) }
        }
    }
}
