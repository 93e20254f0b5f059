import BreakdownRenderer

/// The table of a match for a screen that cannot be scrolled: as much as fits, and always the result and the ranking points.
struct KioskTable {
    let listed: ListedMatch
    let rendered: RenderedBreakdown
    let style: ListStyle
    /// Seconds since 1970.
    let now: Int64

    /// The lines of the table.
    ///
    /// - Returns: the table with all rows that fit; in very few lines only the result.
    func lines(columns: Int, rows: Int) -> [String] {
        var best: [String]?
        // The most rows that fit lie between these two.
        var (least, most) = (rendered.essentialRowCount, rendered.rowCount)
        var count = most
        while least <= most {
            let lines = drawn(rowCount: count, columns)
            if lines.count <= rows {
                best = lines
                least = count + 1
            } else {
                most = count - 1
            }
            count = (least + most) / 2
        }
        return best ?? Array(result.prefix(rows))
    }

    /// The table with its most important rows, and how many are left out.
    private func drawn(rowCount: Int, _ columns: Int) -> [String] {
        let leftOut = rendered.rowCount - rowCount
        let words = style.harmless(RenderedBreakdown.leftOutWords(leftOut))
        return drawn(rendered.shortened(toRows: rowCount), columns)
            + (leftOut > 0 ? [style.faint(words)] : [])
    }

    private func drawn(_ rendered: RenderedBreakdown, _ columns: Int) -> [String] {
        var bytes: [UInt8] = []
        TextFormatter(
            width: columns, ascii: style.ascii, colour: style.colour, isQuiet: style.isQuiet
        ).append(rendered, to: &bytes)
        var lines = String(decoding: bytes, as: UTF8.self)
            .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        if lines.last == "" { lines.removeLast() }
        return lines
    }

    /// The result, its ranking points and the teams, without a frame.
    private var result: [String] {
        let table = ListTable(matches: [listed], zone: nil, style: style, now: now)
        let points = table.text(.points, listed)
        return [
            "\(style.strong(style.harmless(rendered.heading.matchName)))  \(table.text(.score, listed))",
            points.isEmpty ? "" : "Ranking points \(points)",
            style.red(table.text(.red, listed)), style.blue(table.text(.blue, listed)),
        ].filter { !$0.isEmpty }
    }
}
