import BreakdownDocument

/// Scores that can be read from the other side of a pit.
struct BigDigits {
    /// Whether only ASCII is used.
    let ascii: Bool

    /// Both scores, red to the left and blue to the right.
    ///
    /// - Returns: five lines; none if the digits do not fit.
    func lines(red: Int64, blue: Int64, _ columns: Int, _ style: ListStyle) -> [String] {
        let (left, right) = (Self.glyphs(red), Self.glyphs(blue))
        let gap = 6
        let width = (left.first?.count ?? 0) + gap + (right.first?.count ?? 0)
        guard width <= columns else { return [] }
        let indent = String(repeating: " ", count: max(0, (columns - width) / 2))
        return zip(left, right).map { left, right in
            indent + style.red(drawn(left), strong: true) + String(repeating: " ", count: gap)
                + style.blue(drawn(right), strong: true)
        }
    }

    private func drawn(_ pattern: String) -> String {
        String(pattern.map { $0 == "#" ? (ascii ? "#" : "█") : " " })
    }

    /// The five rows of a number.
    private static func glyphs(_ number: Int64) -> [String] {
        let digits = String(max(0, number)).prefix(6).compactMap(\.wholeNumberValue)
        return (0..<5).map { row in
            digits.map { patterns[$0][row] }.joined(separator: "  ")
        }
    }

    private static let patterns: [[String]] = [
        ["#####", "#   #", "#   #", "#   #", "#####"],
        ["  #  ", " ##  ", "  #  ", "  #  ", " ### "],
        ["#####", "    #", "#####", "#    ", "#####"],
        ["#####", "    #", " ####", "    #", "#####"],
        ["#   #", "#   #", "#####", "    #", "    #"],
        ["#####", "#    ", "#####", "    #", "#####"],
        ["#####", "#    ", "#####", "#   #", "#####"],
        ["#####", "    #", "   # ", "  #  ", "  #  "],
        ["#####", "#   #", "#####", "#   #", "#####"],
        ["#####", "#   #", "#####", "    #", "#####"],
    ]
}
