/// Cuts lines for a screen of so many columns.
package enum CutText {
    /// The beginning of a line that is not wider than a number of columns.
    ///
    /// - Parameters:
    ///   - line: harmless text; it may have the colours that the programs write themselves (ECMA-48 SGR), which
    ///     need no columns.
    ///   - columns: the columns that there are.
    ///   - end: what shows that something is missing, if it fits: `…`.
    /// - Returns: the line as it is if it fits; else its beginning and `end`, without open colours.
    package static func line(_ line: String, columns: Int, end: String = "") -> String {
        let end = DisplayWidth.of(end) <= columns ? end : ""
        let room = max(0, columns - DisplayWidth.of(end))
        var width = DisplayWidth()
        var used = 0
        var isColour = false
        var hasColour = false
        var kept = String.UnicodeScalarView()
        // What fits only if the rest of the line fits, too.
        var tail = String.UnicodeScalarView()
        for scalar in line.unicodeScalars {
            if isColour || scalar == "\u{1B}" {
                isColour = scalar != "m"
                hasColour = true
            } else {
                used += width.columns(adding: scalar)
            }
            guard used <= columns else {
                return "\(String(kept))\(end)" + (hasColour ? "\u{1B}[0m" : "")
            }
            if used <= room { kept.append(scalar) } else { tail.append(scalar) }
        }
        return String(kept) + String(tail)
    }
}
