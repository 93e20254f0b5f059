/// Comma-separated values in wide form: a line for each alliance, a column for each row.
///
/// The columns are known only after the last match, so it keeps all texts until then. All matches
/// are of one season, because other seasons have other rows.
public struct WideCSV: Sendable {
    private let line: CSVLine
    private var facts = WideColumns(first: ["key", "side"])
    private var rows = WideColumns(first: [])
    private var lines: [WideLine] = []
    /// What the lines cost without their separators.
    private var linesBytes = 0
    /// Whether a match did not fit: a later one would make a table with gaps.
    private var isFull = false
    /// The lines that are written already; the columns' names are the first.
    private var writtenCount = 0
    /// The season of the first match; nil before it.
    public private(set) var year: Int?

    /// Why a match cannot be added.
    public enum Refusal: Error, Equatable, Sendable {
        /// It is of another season than the first.
        case otherSeason(first: Int)
        /// The table would be too large, with what is kept and what is written.
        case tooMuch(bytesMax: Int)
    }

    /// Makes a table without matches.
    ///
    /// - Parameter ascii: whether everything is written in ASCII.
    public init(ascii: Bool = false) {
        line = CSVLine(ascii: ascii)
    }

    /// Adds a breakdown: two lines.
    ///
    /// - Parameter rendered: the texts.
    /// - Throws: ``Refusal``; then nothing was added. After ``Refusal/tooMuch(bytesMax:)`` no
    ///   match can be added.
    public mutating func append(_ rendered: RenderedBreakdown) throws(Refusal) {
        if let year, year != rendered.year { throw .otherSeason(first: year) }
        let tooMuch = Refusal.tooMuch(bytesMax: RenderLimits.wideBytesMax)
        if isFull { throw tooMuch }
        let (factsCount, rowsCount) = (facts.count, rows.count)
        var left = factsLine(rendered, rendered.subject.left.key, 0)
        var right = factsLine(rendered, rendered.subject.right.key, 1)
        rows.startRow()
        for table in rendered.tables {
            for row in table.rows {
                let place = rows.place(table.title.map { "\($0): \(row.label)" } ?? row.label)
                left.append(line.cell(known(row.red)), at: place)
                right.append(line.cell(known(row.blue)), at: place)
            }
        }
        let bytes = linesBytes + left.costBytes + right.costBytes
        guard tableBytes(bytes, lines: lines.count + 2) <= RenderLimits.wideBytesMax else {
            facts.keepFirst(factsCount)
            rows.keepFirst(rowsCount)
            isFull = true
            throw tooMuch
        }
        year = rendered.year
        linesBytes = bytes
        lines.append(left.compact)
        lines.append(right.compact)
    }

    /// A line with the facts of one side.
    private mutating func factsLine(
        _ rendered: RenderedBreakdown, _ side: String, _ at: Int
    ) -> WideLine {
        var result = WideLine()
        facts.startRow()
        result.append(line.cell(rendered.key), at: facts.place("key"))
        result.append(line.cell(side), at: facts.place("side"))
        let sides = BreakdownFacts.sides(rendered)
        for fact in BreakdownFacts.whole(rendered) + (at < sides.count ? sides[at] : []) {
            result.append(line.cell(fact.text), at: facts.place(fact.name))
        }
        result.factsCount = result.cells.count
        return result
    }

    /// Bytes that the table keeps and writes, with a separator for each column of each line.
    ///
    /// Numbers of 64 bits, because many columns in many lines are more than a browser's `Int`.
    private func tableBytes(_ linesBytes: Int, lines: Int) -> Int64 {
        let columns = facts.count + rows.count
        return Int64(linesBytes) + Int64(columns) * Int64(RenderLimits.wideColumnBytes)
            + Int64(facts.nameBytes + rows.nameBytes) * 3 + Int64(columns) * Int64(lines + 1)
    }

    /// A cell without a value is empty, so that a column of numbers contains nothing else.
    private func known(_ text: String) -> String {
        text == Icon.missing.character ? "" : text
    }
}

// MARK: - Writing

extension WideCSV {
    /// Writes the next lines, the columns' names first; no match may be added after that.
    ///
    /// - Parameter bytes: gets a few lines in UTF-8, each ended by a carriage return and a line feed.
    /// - Returns: whether anything was written; nothing is without a match, or at the end.
    public mutating func writeNext(to bytes: inout [UInt8]) -> Bool {
        guard !lines.isEmpty, writtenCount <= lines.count else { return false }
        let (factPlaces, rowPlaces) = (facts.ordered, rows.ordered)
        if writtenCount == 0 {
            let names = factPlaces.map { facts.names[$0] } + rowPlaces.map { rows.names[$0] }
            bytes += line.written(names).utf8
            writtenCount = 1
        }
        var factPositions = factPlaces
        for (position, place) in factPlaces.enumerated() { factPositions[place] = position }
        var rowPositions = rowPlaces
        for (position, place) in rowPlaces.enumerated() {
            rowPositions[place] = factPlaces.count + position
        }
        var slots = [Int](repeating: 0, count: factPlaces.count + rowPlaces.count)
        let start = bytes.count
        while writtenCount <= lines.count, bytes.count - start < RenderLimits.widePieceBytes {
            lines[writtenCount - 1].write(
                &slots, facts: factPositions, rows: rowPositions, to: &bytes)
            writtenCount += 1
        }
        return true
    }
}
