/// Writes the most important rows of a breakdown as a block of code for a chat.
public struct SummaryFormatter: Sendable {
    /// Code points of one block; a message of Discord has at most 2,000.
    public static let codePointsMax = 1_900
    /// Columns of a line: wider ones wrap in a narrow chat.
    static let columnsMax = 56
    /// Columns of one side's cell.
    private static let sideColumnsMax = 16

    /// Makes a formatter.
    public init() {}

    /// A row with its cells.
    private struct Row {
        let label: ShownText
        let red: ShownText
        let blue: ShownText
        let rank: Int
    }

    /// A row that may be shown, and what is left out first.
    private struct Line {
        let text: String
        let rank: Int
    }

    /// 0 for what is always shown, then subtotals, then plain rows.
    private static let ranks = 0...2

    /// Writes one breakdown: the heading, what is corrected, all totals, the rows that differ, and ranking points.
    ///
    /// If there is too much, plain rows are left out first, then subtotals.
    ///
    /// - Returns: lines between two fences; at most ``codePointsMax`` code points.
    public func format(_ rendered: RenderedBreakdown) -> String {
        let charset = Charset(ascii: false)
        let heading = TextHeading(rendered.heading, rendered.subject, charset: charset, columns: 40)
        let head =
            [heading.matchTitle, charset.shown(rendered.title)]
            + (rendered.correction.map { [charset.shown($0)] } ?? [])
        let sides = [
            (heading.outcome, heading.redScore, heading.blueScore),
            (heading.robots, heading.redTeams, heading.blueTeams),
        ]
        var rows: [Row] = []
        for (label, red, blue) in sides where red.columns + blue.columns > 0 {
            rows.append(Row(label: label, red: red, blue: blue, rank: 0))
        }
        let headCount = rows.count
        for row in rendered.tables.flatMap({ $0.rows }) {
            guard let rank = rank(row), !isDrawing(row.red), !isDrawing(row.blue) else { continue }
            rows.append(
                Row(
                    label: charset.shown(row.label), red: charset.shown(row.red),
                    blue: charset.shown(row.blue), rank: rank))
        }
        if let points = rendered.missingRankingPoints {
            rows.append(
                Row(
                    label: charset.shown(points.label), red: charset.shown(points.red),
                    blue: charset.shown(points.blue), rank: 0))
        }
        let widths = widths(rows)
        let lines = rows.map { Line(text: wrapped($0, widths), rank: $0.rank) }
        let titles = head.flatMap { Wrapping.lines($0, columns: Self.columnsMax) }.map({ $0.text })
        return fenced(titles, lines, headCount)
    }

    /// Writes where fetched breakdowns came from, below the last block.
    public func format(_ retrieval: Retrieval) -> String {
        harmless(Charset(ascii: false).shown(retrieval.credit).text) + "\n"
    }

    /// One of ``ranks``; nil for what is never shown.
    private func rank(_ row: BreakdownTable.Row) -> Int? {
        switch row.kind {
        case .total: 0
        case .subtotal: row.red == row.blueAlone ? nil : 1
        case .plain: row.red == row.blueAlone ? nil : 2
        }
    }

    /// Whether a cell is a drawing, which says little beside the counts.
    private func isDrawing(_ text: String) -> Bool {
        if text.utf8.contains(where: { (0x30...0x7A).contains($0) }) { return false }
        return text.unicodeScalars.count > 5 || text.unicodeScalars.contains(where: Self.isPlace)
    }

    /// Whether a sign stands for a place on a field.
    private static func isPlace(_ scalar: Unicode.Scalar) -> Bool {
        switch Sign.drawn(scalar) {
        case nil, .dot, .ring, .yes, .no: false
        default: true
        }
    }

    private func fenced(_ titles: [String], _ lines: [Line], _ headCount: Int) -> String {
        let fence = "```"
        var left = Self.codePointsMax - 2 * (fence.utf8.count + 1) - 40
        var text = "\(fence)\n"
        for title in titles.prefix(6) {
            let line = harmless(title)
            left -= line.unicodeScalars.count + 1
            text += line + "\n"
        }
        var isShown = [Bool](repeating: false, count: lines.count)
        var hidden = lines.count
        for rank in Self.ranks {
            for (at, line) in lines.enumerated() where line.rank == rank {
                let count = line.text.unicodeScalars.count + 1
                guard count <= left else { continue }
                left -= count
                isShown[at] = true
                hidden -= 1
            }
        }
        for (at, line) in lines.enumerated() where isShown[at] {
            if at == headCount { text += "\n" }
            text += harmless(line.text) + "\n"
        }
        if hidden > 0 { text += "… and \(hidden) more\n" }
        return text + "\(fence)\n"
    }

    /// The line without fences, because a fence in the data would end the block.
    private func harmless(_ line: String) -> String {
        String(String.UnicodeScalarView(line.unicodeScalars.map { $0 == "`" ? "'" : $0 }))
    }
}

// MARK: - Columns

extension SummaryFormatter {
    private func widths(_ rows: [Row]) -> (side: Int, label: Int) {
        var side = 0
        var label = 0
        for row in rows {
            side = max(side, row.red.columns, row.blue.columns)
            label = max(label, row.label.columns)
        }
        side = min(side, Self.sideColumnsMax)
        return (side, min(label, max(12, Self.columnsMax - 2 * side - 2)))
    }

    /// The lines of a row; text that does not fit on one line continues on the next.
    private func wrapped(_ row: Row, _ widths: (side: Int, label: Int)) -> String {
        let left = wrapped(row.red, widths.side)
        let middle = wrapped(row.label, widths.label)
        let right = wrapped(row.blue, widths.side)
        let count = max(left.count, middle.count, right.count)
        return (0..<count).map { at in
            line(
                at < middle.count ? middle[at] : .empty, at < left.count ? left[at] : .empty,
                at < right.count ? right[at] : .empty, widths)
        }.joined(separator: "\n")
    }

    private func wrapped(_ text: ShownText, _ columns: Int) -> [ShownText] {
        Wrapping.lines(text, columns: columns).map { cut($0, columns) }
    }

    private func line(
        _ label: ShownText, _ red: ShownText, _ blue: ShownText, _ widths: (side: Int, label: Int)
    ) -> String {
        let before = String(repeating: " ", count: max(0, widths.side - red.columns))
        guard label.columns + blue.columns > 0 else { return before + red.text }
        let middle = widths.label - label.columns
        let left = String(repeating: " ", count: max(0, middle / 2))
        guard blue.columns > 0 else { return "\(before)\(red.text) \(left)\(label.text)" }
        let right = String(repeating: " ", count: max(0, middle - middle / 2))
        return "\(before)\(red.text) \(left)\(label.text)\(right) \(blue.text)"
    }

    private func cut(_ shown: ShownText, _ columns: Int) -> ShownText {
        guard shown.columns > columns else { return shown }
        let text = CutText.line(shown.text, columns: columns, end: Icon.ellipsis.character)
        return ShownText(text: text, columns: DisplayWidth.of(text))
    }
}
