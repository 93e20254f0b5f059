/// The widths of a table's columns, so that it fits the terminal.
///
///     │ red side │ label          │ blue side │
///       ←side→     ←─── label ──→   ←side─→
///
/// Both sides have the same width, so the label is in the middle.
struct ColumnWidths: Equatable {
    /// Columns of a cell of either side.
    let side: Int
    let label: Int

    /// The width that a column wants, and the least width that it can have.
    struct Wish: Equatable {
        /// The longest text on one line.
        var natural = 0
        /// The longest word: in a narrower column words are broken.
        var word = 0
        /// The longest number: the column cannot be narrower.
        var number = 0

        /// The least width: words stay whole if there is enough room for those of all columns.
        fileprivate func least(in room: Int, keepsWords: Bool) -> Int {
            max(number, keepsWords ? word : min(word, room / 3))
        }
    }

    /// The lengths of the texts of one row: the longer of its two sides, and its label.
    struct RowLength {
        let side: Int
        let label: Int
    }

    /// Four lines and a space on either side of each of the three texts.
    static let frameColumns = 10

    /// Computes widths for a table that is at most `total` columns wide.
    ///
    /// If not everything fits on one line, it chooses the widths that give the fewest lines,
    /// estimated from the lengths. Among equal widths the sides get the room, because people read
    /// them first. Numbers stay whole even if the table becomes too wide.
    static func fit(rows: [RowLength], side: Wish, label: Wish, total: Int) -> ColumnWidths {
        let room = max(0, total - frameColumns)
        if 2 * side.natural + label.natural <= room {
            return ColumnWidths(side: side.natural, label: label.natural)
        }
        let keepsWords = 2 * side.word + label.word <= room
        let labelLeast = max(1, label.least(in: room, keepsWords: keepsWords))
        let sideLeast = max(1, side.least(in: room, keepsWords: keepsWords))
        let labelMost = max(labelLeast, min(label.natural, room - 2 * sideLeast))
        var best = ColumnWidths(side: sideLeast, label: labelLeast)
        var fewest = Int.max
        for labelWidth in labelLeast...labelMost {
            let sideWidth = max(sideLeast, min(side.natural, (room - labelWidth) / 2))
            let lines = rows.reduce(0) { lines, row in
                lines + max(1, ceiling(row.side, sideWidth), ceiling(row.label, labelWidth))
            }
            if lines < fewest {
                fewest = lines
                best = ColumnWidths(side: sideWidth, label: labelWidth)
            }
        }
        return best
    }

    private static func ceiling(_ length: Int, _ width: Int) -> Int {
        (length + width - 1) / width
    }
}
