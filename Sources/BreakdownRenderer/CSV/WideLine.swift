/// A line of a wide table: its cells as they are written, with their columns' places.
///
/// Most lines lack most columns if rows differ from match to match, so it keeps only its own cells.
struct WideLine: Sendable {
    /// The cells' texts behind each other, in the form of CSV.
    private(set) var bytes: [UInt8] = []
    /// Where each cell belongs, and where its text ends in `bytes`.
    private(set) var cells: [(place: UInt32, end: UInt32)] = []
    /// How many cells at the beginning are facts of the heading; the others are rows.
    var factsCount = 0

    /// Adds a cell; a later cell of the same place replaces it.
    ///
    /// - Parameters:
    ///   - text: the cell in the form of CSV.
    ///   - place: the place of its column.
    mutating func append(_ text: String, at place: Int) {
        bytes += text.utf8
        cells.append((UInt32(place), UInt32(bytes.count)))
    }

    /// The same line without room for further cells.
    var compact: WideLine {
        var line = WideLine()
        line.bytes.reserveCapacity(bytes.count)
        line.bytes += bytes
        line.cells.reserveCapacity(cells.count)
        line.cells += cells
        line.factsCount = factsCount
        return line
    }

    /// Bytes that keeping the line takes, and bytes of its cells in the file.
    var costBytes: Int { RenderLimits.wideLineBytes + cells.count * 8 + bytes.count * 2 }

    /// Writes the line.
    ///
    /// - Parameters:
    ///   - slots: for each column from left to right 0; it has only 0 again afterwards.
    ///   - facts: the positions of the facts' columns by place.
    ///   - rows: the positions of the rows' columns by place.
    ///   - text: gets the line and its end.
    func write(
        _ slots: inout [Int], facts: [Int], rows: [Int], to text: inout [UInt8]
    ) {
        for (at, cell) in cells.enumerated() {
            slots[(at < factsCount ? facts : rows)[Int(cell.place)]] = at + 1
        }
        for column in slots.indices {
            if column > 0 { text.append(UInt8(ascii: ",")) }
            let at = slots[column]
            guard at > 0 else { continue }
            slots[column] = 0
            let start = at > 1 ? Int(cells[at - 2].end) : 0
            text += bytes[start..<Int(cells[at - 1].end)]
        }
        text.append(UInt8(ascii: "\r"))
        text.append(UInt8(ascii: "\n"))
    }
}
