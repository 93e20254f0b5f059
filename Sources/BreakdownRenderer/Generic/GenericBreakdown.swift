import JSON

/// A table made only from the data, for a season without a description.
///
/// Every key of either side is a row. The autonomous period comes first, then teleop, endgame,
/// other keys, fouls and ranking points, and the total last. Related keys stand together.
struct GenericBreakdown {
    /// The rows, in order.
    private(set) var rows: [BreakdownTable.Row]
    /// The values beside the two sides, as `label: value`, and what was left out.
    private(set) var notes: [String]

    /// Makes the table.
    init(_ data: JSONObject, of subject: Subject, showAll: Bool, keepsRaw: Bool = false) {
        let (left, right) = (subject.left.key, subject.right.key)
        var flattening = GenericFlattening()
        flattening.add(red: data[left], blue: data[right])
        var beside = GenericFlattening()
        for member in data.members where member.key != left && member.key != right {
            var alone = JSONObject()
            alone[member.key] = member.value
            beside.add(red: .object(alone), blue: nil)
        }
        // Statistics are lists of figures with long fractions; scores are whole numbers.
        let writing = GenericCell(decimals: subject == .insights ? 2 : nil)
        // Statistics have no totals of each other either.
        var kept = subject == .match ? flattening.rows : flattening.rows.map { $0.plain }
        if !showAll { kept.removeAll { $0.isIdle } }
        // A match without points yet is not an empty match.
        if kept.allSatisfy({ $0.kind == .total }) { kept = flattening.rows }
        let hiddenCount = flattening.rows.count - kept.count
        var grid: GenericGrid?
        if subject == .match {
            kept = GenericFolding(writing: writing).folded(kept)
            let drawn = GenericGrid(kept)
            for at in kept.indices {
                let (red, blue) = (drawn.text(kept[at].red), drawn.text(kept[at].blue))
                guard red != nil || blue != nil else { continue }
                kept[at].cells = (
                    red ?? writing.text(kept[at].red), blue ?? writing.text(kept[at].blue)
                )
                grid = drawn
            }
        }
        var textBytes = 0
        rows = []
        for row in GenericOrder.sorted(kept) where textBytes <= RenderLimits.textBytesMax {
            let (red, blue) = row.cells ?? (writing.text(row.red), writing.text(row.blue))
            textBytes += row.label.utf8.count + red.utf8.count + blue.utf8.count
            let raw = keepsRaw ? RawCells(red: Self.raw(row.red), blue: Self.raw(row.blue)) : nil
            rows.append(
                BreakdownTable.Row(row.label, kind: row.kind, red: red, blue: blue, raw: raw))
        }
        notes = []
        if let legend = grid?.legend { notes.append(legend) }
        for row in beside.rows where textBytes <= RenderLimits.textBytesMax {
            let note = "\(row.label): \(writing.text(row.red))"
            textBytes += note.utf8.count
            notes.append(note)
        }
        if hiddenCount > 0 {
            let values = hiddenCount == 1 ? "1 row that is" : "\(hiddenCount) rows that are"
            notes.append("Not shown: \(values) zero or empty on both sides.")
        }
        if textBytes > RenderLimits.textBytesMax {
            notes.append("There is more than can be shown.")
        } else if flattening.isCut || beside.isCut {
            notes.append("There are more values than these \(RenderLimits.genericRowsMax).")
        }
    }

    private static func raw(_ json: JSON?) -> JSON {
        var raw = RawValue()
        if let json { raw.append(json) }
        return raw.json
    }

    /// Whether there is nothing to show.
    var isEmpty: Bool { rows.isEmpty && notes.isEmpty }

    /// The same table with one more note.
    func with(note: String) -> GenericBreakdown {
        var copy = self
        copy.notes.append(note)
        return copy
    }
}

/// A row of the generic table that still knows its key.
struct GenericRow {
    /// The words of the key below the side, which decide where the row belongs.
    let topWords: [String]
    let label: String
    let kind: RowKind
    var red: JSON?
    var blue: JSON?
    /// The texts of both sides, where they are not those of ``red`` and ``blue``.
    var cells: (red: String, blue: String)?

    /// The same row without emphasis.
    var plain: GenericRow {
        GenericRow(topWords: topWords, label: label, kind: .plain, red: red, blue: blue)
    }

    /// Whether both sides are zero or empty; a total is shown even then.
    var isIdle: Bool {
        kind != .total && Self.isIdle(red) && Self.isIdle(blue)
    }

    private static func isIdle(_ json: JSON?) -> Bool {
        switch json {
        case nil, .null?, .integer(0)?: true
        case .double(let number)?: number == 0
        case .string(let text)?: text.isEmpty
        case .array(let elements)?: elements.allSatisfy { isIdle($0) }
        case .object(let object)?: object.isEmpty
        default: false
        }
    }
}
