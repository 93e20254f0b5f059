import JSON
import Text

/// Comma-separated values in wide form: a line for each alliance, a column for each row.
///
/// The columns are known only after the last match, so it keeps all texts until then. All matches
/// are of one season, because other seasons have other rows. Behind a row whose texts are not the
/// values of the data themselves stands a column with these values.
public struct WideCSV: Sendable {
    /// Whether everything is written in ASCII.
    private let ascii: Bool
    private var facts = Columns(first: ["key", "side"])
    private var rows = Columns(first: [])
    private var lines: [(facts: Cells, rows: Cells, raw: Cells)] = []
    /// The places of the rows whose values differ from their texts.
    private var places: Set<Int> = []
    private static let rawName = "(raw)"
    private var textBytes = 0
    /// The season of the first match; nil before it.
    public private(set) var year: Int?

    /// Why a match cannot be added.
    public enum Refusal: Error, Equatable, Sendable {
        /// It is of another season than the first.
        case otherSeason(first: Int)
        /// There is too much text to keep.
        case tooMuch(bytesMax: Int)
    }

    /// Makes a table without matches.
    public init(ascii: Bool = false) {
        self.ascii = ascii
    }

    /// Adds a breakdown: two lines.
    ///
    /// - Throws: ``Refusal``; then nothing was added.
    public mutating func append(_ rendered: RenderedBreakdown) throws(Refusal) {
        if let year, year != rendered.year { throw .otherSeason(first: year) }
        guard tableBytes <= RenderLimits.wideBytesMax else {
            throw .tooMuch(bytesMax: RenderLimits.wideBytesMax)
        }
        year = rendered.year
        let whole = BreakdownFacts.whole(rendered)
        let sides = BreakdownFacts.sides(rendered)
        var (left, right) = (Cells(), Cells())
        var (rawLeft, rawRight) = (Cells(), Cells())
        rows.startRow()
        for table in rendered.tables {
            for row in table.rows {
                let name = table.title.map { "\($0): \(row.label)" } ?? row.label
                let at = rows.place(name)
                textBytes += name.utf8.count
                left[at] = known(row.red)
                right[at] = known(row.blueAlone)
                textBytes += row.red.utf8.count + row.blue.utf8.count
                guard let raw = row.raw else { continue }
                rawLeft[at] = raw.red.cellText
                rawRight[at] = raw.blue.cellText
                textBytes += rawLeft[at].utf8.count + rawRight[at].utf8.count
                if !rawLeft[at].hasSameCodePoints(as: left[at])
                    || !rawRight[at].hasSameCodePoints(as: right[at])
                {
                    places.insert(at)
                }
            }
        }
        let subject = rendered.subject
        let columns = [(subject.left, left, rawLeft), (subject.right, right, rawRight)]
        for (at, (column, cells, raw)) in columns.enumerated() {
            var texts = Cells(texts: [rendered.key, column.key])
            facts.startRow()
            _ = facts.place("key")
            _ = facts.place("side")
            for fact in whole + (at < sides.count ? sides[at] : []) {
                texts[facts.place(fact.name)] = fact.text
                textBytes += fact.text.utf8.count
            }
            lines.append((texts, cells, raw))
        }
    }

    /// Bytes of all texts, and of each column in each line.
    ///
    /// It has 64 bits, because many columns in many lines are more than a browser's `Int`.
    private var tableBytes: Int64 {
        // Each row's values are kept, because only the last match decides whether they get a column.
        let columns = Int64(facts.ordered.count + 2 * rows.ordered.count)
        return Int64(textBytes) + columns * Int64(lines.count) * RenderLimits.wideCellBytes
    }

    /// Writes all lines below the columns' names.
    ///
    /// - Returns: lines, each ended by a carriage return and a line feed; nothing without a match.
    public func written() -> String {
        guard !lines.isEmpty else { return "" }
        let line = CSVLine(ascii: ascii)
        let (facts, rows) = (facts.ordered, rows.ordered)
        var names = facts.map { $0.name }
        for row in rows {
            names.append(row.name)
            if places.contains(row.at) { names.append("\(row.name) \(Self.rawName)") }
        }
        var text = line.written(names)
        for one in lines {
            var cells = facts.map { one.facts[$0.at] }
            for row in rows {
                cells.append(one.rows[row.at])
                if places.contains(row.at) { cells.append(one.raw[row.at]) }
            }
            line.append(cells, to: &text)
        }
        return text
    }

    /// A cell without a value is empty, so that a column of numbers contains nothing else.
    private func known(_ text: String) -> String {
        text == Icon.missing.character ? "" : text
    }
}

/// The cells of a line by their columns' places; a cell that was not set is empty.
private struct Cells: Sendable {
    var texts: [String] = []

    subscript(at: Int) -> String {
        get { at < texts.count ? texts[at] : "" }
        set {
            while texts.count <= at { texts.append("") }
            texts[at] = newValue
        }
    }
}

/// Columns that are found one after another, in the order in which rows stand.
private struct Columns: Sendable {
    /// By UTF-8, because `String` would fold equivalent spellings into one.
    private var places: [[UInt8]: Int] = [:]
    /// The columns from left to right.
    private(set) var ordered: [(name: String, at: Int)] = []
    /// Where the last row of this match stands.
    private var cursor = 0
    private var repetitions: [[UInt8]: Int] = [:]

    init(first: [String]) {
        for name in first { _ = place(name) }
    }

    /// Begins with the first row of the next match.
    mutating func startRow() {
        cursor = 0
        repetitions = [:]
    }

    /// The place of a row's column; a second row of the same name has its own.
    mutating func place(_ name: String) -> Int {
        let bytes = Array(name.utf8)
        let count = (repetitions[bytes] ?? 0) + 1
        repetitions[bytes] = count
        let unique = count == 1 ? name : "\(name) \(count)"
        let key = Array(unique.utf8)
        if let at = places[key] {
            if let position = ordered.firstIndex(where: { $0.at == at }) { cursor = position + 1 }
            return at
        }
        let at = places.count
        places[key] = at
        ordered.insert((unique, at), at: min(cursor, ordered.count))
        cursor += 1
        return at
    }
}
