import JSON

/// A table made from the breakdown alone, for a season that nobody has described yet.
///
/// Every key of either side is a row: the autonomous period first, then teleop, endgame, what belongs
/// to none of them, fouls and ranking points, and the total last; related keys stand together.
struct GenericBreakdown {
    /// The rows, in order.
    let rows: [BreakdownTable.Row]
    /// What stands beside the two sides, as `label: value`, and what was left out.
    let notes: [String]

    /// Makes the table of a breakdown.
    init(_ breakdown: JSONObject) {
        var flattening = GenericFlattening()
        flattening.add(red: breakdown["red"], blue: breakdown["blue"])
        var beside = GenericFlattening()
        for member in breakdown.members where member.key != "red" && member.key != "blue" {
            var alone = JSONObject()
            alone[member.key] = member.value
            beside.add(red: .object(alone), blue: nil)
        }
        rows = GenericOrder.sorted(flattening.rows).map { row in
            BreakdownTable.Row(label: row.label, kind: row.kind, red: row.red, blue: row.blue)
        }
        var notes = beside.rows.map { "\($0.label): \($0.red)" }
        if flattening.isCut || beside.isCut {
            notes.append("There are more values than these \(RenderLimits.genericRowsMax).")
        }
        self.notes = notes
    }
}

/// A row of the generic table that still knows which key it came from.
struct GenericRow {
    /// The words of the key below the side, which decide where the row belongs.
    let topWords: [String]
    let label: String
    let kind: RowKind
    let red: String
    let blue: String
}
