/// Where the parts of a pit display stand, from the screen's size.
///
///     name and clock
///     table │ list      from 100 columns on; on a narrower screen the list stands below the table
///     age and credit
struct KioskLayout: Equatable {
    /// The screen's columns.
    let columns: Int
    /// The screen's rows.
    let rows: Int

    /// Screens from this width on have the list beside the table.
    private static let besideColumnsMin = 100
    /// Below this height there is no room for large digits.
    private static let digitRowsMin = 24
    /// Columns between the table and the list.
    private static let gapColumns = 2

    /// Whether the list stands beside the table.
    var isBeside: Bool { columns >= Self.besideColumnsMin }
    /// Rows between the first two and the last one.
    var bodyRows: Int { max(0, rows - 3) }
    var tableColumns: Int { isBeside ? max(60, columns * 6 / 10) : columns }
    /// Rows for the table and the large digits above it.
    var leftRows: Int { isBeside ? bodyRows : bodyRows * 2 / 3 }
    /// Whether there is room for large digits.
    var hasDigits: Bool { leftRows >= Self.digitRowsMin }
    var listColumns: Int {
        isBeside ? max(0, columns - tableColumns - Self.gapColumns) : columns
    }
    /// The first column of a list beside the table, from 1.
    var listStart: Int { tableColumns + Self.gapColumns + 1 }
}
