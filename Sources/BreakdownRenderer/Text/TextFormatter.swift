/// Writes a breakdown for people at a terminal: red and blue around the label.
public struct TextFormatter: Sendable {
    /// Columns of the terminal; below 40 the sides are written below each other.
    public var width: Int
    /// Whether everything is written in ASCII.
    public var ascii: Bool
    /// Whether colours and bold type are used.
    public var colour: Bool
    /// Whether bold and faint type are the only colours.
    public var isQuiet: Bool

    /// In a narrower terminal the three columns have too little room.
    static let stackedBelowColumns = 40
    /// A narrower terminal breaks the lines itself.
    static let columnsMin = 12

    /// Makes a formatter.
    public init(width: Int = 80, ascii: Bool = false, colour: Bool = false, isQuiet: Bool = false) {
        self.width = width
        self.ascii = ascii
        self.colour = colour
        self.isQuiet = isQuiet
    }

    /// Writes one breakdown.
    ///
    /// Control characters are written as codes. No line is wider than ``width``, except if a number
    /// is wider.
    public func format(_ rendered: RenderedBreakdown) -> String {
        var bytes: [UInt8] = []
        append(rendered, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Writes one breakdown, as ``format(_:)``, after the earlier output.
    ///
    /// - Parameters:
    ///   - rendered: the texts.
    ///   - bytes: the earlier output; gets the lines in UTF-8.
    public func append(_ rendered: RenderedBreakdown, to bytes: inout [UInt8]) {
        let charset = Charset(ascii: ascii)
        let style = Style(isOn: colour, isQuiet: isQuiet, subject: rendered.subject)
        let columns = max(Self.columnsMin, width)
        var page = TextPage(columns: columns, charset: charset, style: style)
        let heading = TextHeading(
            rendered.heading, rendered.subject, charset: charset, columns: columns)
        page.write(heading.matchTitle, .strong)
        page.write(charset.shown(rendered.title), .faint)
        var grid = GridDrawing(charset: charset, style: style)
        let isGrid = columns >= Self.stackedBelowColumns && grid.draw(rendered, heading, on: &page)
        if !isGrid {
            StackedDrawing(charset: charset, style: style).draw(rendered, heading, on: &page)
        }
        if !rendered.notes.isEmpty || heading.legend.columns > 0 { page.writeBreak() }
        if heading.legend.columns > 0 { page.write(heading.legend, nil) }
        for note in rendered.notes { page.write(charset.shown(note), nil) }
        writeProblems(rendered.problems, charset, on: &page)
        page.bytes.append(to: &bytes)
    }

    /// Writes where fetched breakdowns came from, below the last of them.
    ///
    /// - Parameters:
    ///   - retrieval: the source, its address and the age.
    ///   - bytes: the output so far; gets an empty line and the credit.
    public func append(_ retrieval: Retrieval, to bytes: inout [UInt8]) {
        let charset = Charset(ascii: ascii)
        var page = TextPage(
            columns: max(Self.columnsMin, width), charset: charset,
            style: Style(isOn: colour, isQuiet: isQuiet, subject: .match))
        page.writeBreak()
        page.write(charset.shown(retrieval.credit), .faint)
        page.bytes.append(to: &bytes)
    }

    /// The number of problems that are shown: more would push the table off the screen.
    private static let problemsShownMax = 5

    private func writeProblems(_ problems: [String], _ charset: Charset, on page: inout TextPage) {
        guard !problems.isEmpty else { return }
        page.writeBreak()
        for problem in problems.prefix(Self.problemsShownMax) {
            page.write(charset.shown("\(Icon.warning.character) \(problem)"), .warning)
        }
        let rest = problems.count - Self.problemsShownMax
        if rest > 0 {
            page.write(
                charset.shown("\(Icon.warning.character) \(rest) more of this kind"), .warning)
        }
    }
}

/// Writes rows for a narrow terminal: the label, and each side on its own line.
struct StackedDrawing {
    let charset: Charset
    let style: Style

    func draw(_ rendered: RenderedBreakdown, _ heading: TextHeading, on page: inout TextPage) {
        let names = sideNames(rendered)
        page.writeBreak()
        page.write(heading.redScore, .strongRed)
        if heading.redTeams.columns > 0 { page.write(heading.redTeams, .red, indent: 2) }
        page.write(heading.blueScore, .strongBlue)
        if heading.blueTeams.columns > 0 { page.write(heading.blueTeams, .blue, indent: 2) }
        if heading.outcome.columns > 0 { page.write(heading.outcome, .strong) }
        for table in rendered.tables {
            drawRule(on: &page)
            if let title = table.title.map(charset.shown), title.columns > 0 {
                page.write(title, .section)
                drawRule(on: &page)
            }
            for (at, row) in table.rows.enumerated() {
                if at > 0, table.rows[at - 1].kind == .total { drawRule(on: &page) }
                let isStrong = row.kind != .plain
                let isMarked = row.kind == .subtotal && !style.isOn
                page.write(
                    isMarked ? charset.marked(row.label) : charset.shown(row.label),
                    isStrong ? .strong : nil)
                page.write(
                    charset.shown(names.left + row.red), isStrong ? .strongRed : .red, indent: 2)
                page.write(
                    charset.shown(names.right + row.blueAlone), isStrong ? .strongBlue : .blue,
                    indent: 2)
            }
        }
        drawRule(on: &page)
    }

    /// The words before each side's cells, with equal width.
    private func sideNames(_ rendered: RenderedBreakdown) -> (left: String, right: String) {
        // Two names of a comparison are too long to stand before each cell.
        let isCompared = rendered.heading.columnNames != nil
        let left = isCompared ? "1" : rendered.subject.left.key
        let right = isCompared ? "2" : rendered.subject.right.key
        let width = max(left.utf8.count, right.utf8.count) + 1
        return (
            left + String(repeating: " ", count: width - left.utf8.count),
            right + String(repeating: " ", count: width - right.utf8.count)
        )
    }

    private func drawRule(on page: inout TextPage) {
        page.begin(.faint)
        page.append(charset.ascii ? "-" : "─", count: page.columns)
        page.end(.faint)
        page.writeBreak()
    }
}
