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
