extension RenderedBreakdown {
    package var rowCount: Int { tables.reduce(0) { $0 + $1.rows.count } }

    /// The rows that stay on the smallest screen: the last total and the ranking points.
    package var essentialRowCount: Int { ranks.count { $0 == 0 } }

    /// Says how many rows are left out: `… 3 more rows`.
    package static func leftOutWords(_ count: Int) -> String {
        "… \(count) more \(count == 1 ? "row" : "rows")"
    }

    /// The same breakdown with as many rows as a screen has room for; it says how many are left out.
    func fitting(rows: Int) -> RenderedBreakdown {
        let count = max(rows, essentialRowCount)
        let leftOut = rowCount - count
        return shortened(
            toRows: count, notes: leftOut > 0 ? [Self.leftOutWords(leftOut)] : [])
    }

    /// The same breakdown with its most important rows, for a small screen.
    ///
    /// The last total and the ranking points come first, then the other totals, subtotals, rows that differ, and the
    /// rest. A shortened breakdown has no titles of tables, and other sentences below them.
    ///
    /// - Returns: this one if it has no more rows.
    package func shortened(toRows count: Int, notes: [String] = []) -> RenderedBreakdown {
        let ranks = ranks
        guard count < ranks.count else { return self }
        let order = ranks.indices.sorted { (ranks[$0], $0) < (ranks[$1], $1) }
        let kept = Set(order.prefix(count))
        var at = -1
        var rows = tables.map { table in
            BreakdownTable(
                title: nil,
                rows: table.rows.filter { _ in
                    at += 1
                    return kept.contains(at)
                })
        }.filter { !$0.rows.isEmpty }
        if let points = missingRankingPoints {
            rows.append(BreakdownTable(title: nil, rows: [points]))
        }
        return RenderedBreakdown(
            key: key, year: year, subject: subject, title: title, heading: heading, tables: rows,
            notes: notes, problems: problems, isGeneric: isGeneric, retrieval: retrieval,
            correction: correction, replaces: replaces)
    }

    /// How important each row is, from 0.
    private var ranks: [Int] {
        let rows = tables.flatMap { $0.rows }
        let last = rows.lastIndex { $0.kind == .total }
        return rows.indices.map { at in
            if at == last || rows[at].isRankingPoints { return 0 }
            return switch rows[at].kind {
            case .total: 1
            case .subtotal: 2
            case .plain: rows[at].red == rows[at].blue ? 4 : 3
            }
        }
    }
}

extension BreakdownTable.Row {
    /// The label of the row with an alliance's ranking points.
    fileprivate static let rankingPointsLabel = "Ranking Points"

    /// Whether it shows the ranking points.
    var isRankingPoints: Bool { label == Self.rankingPointsLabel }
}

extension RenderedBreakdown {
    /// A row with the ranking points, if the match gave some and no table shows them.
    var missingRankingPoints: BreakdownTable.Row? {
        // Playoff matches give none.
        guard heading.level == "qm", let red = heading.redRankingPoints,
            let blue = heading.blueRankingPoints,
            !tables.contains(where: { $0.rows.contains { $0.isRankingPoints } })
        else { return nil }
        return BreakdownTable.Row(
            BreakdownTable.Row.rankingPointsLabel, kind: .plain, red: "+\(red) RP",
            blue: "+\(blue) RP")
    }
}
