/// Draws tables with lines between three columns.
struct GridDrawing: ~Copyable {
    private let charset: Charset
    private let style: Style
    /// The texts of all rows, one behind the other.
    private var texts = TextBytes()
    /// The head and the rows of all tables.
    private var rows: [Row] = []

    /// A text among ``texts``.
    ///
    /// Strings would have to be counted for each use.
    private struct Cell {
        let bytes: Range<Int>
        let columns: Int

        static let empty = Cell(bytes: 0..<0, columns: 0)
    }

    private struct Row {
        let label: Cell
        let red: Cell
        let blue: Cell
        let kind: RowKind
    }

    init(charset: Charset, style: Style) {
        self.charset = charset
        self.style = style
    }

    /// Draws the tables.
    ///
    /// - Returns: false if the page is too narrow for the words; then nothing was drawn.
    mutating func draw(
        _ rendered: RenderedBreakdown, _ heading: TextHeading, on page: inout TextPage
    ) -> Bool {
        rows.reserveCapacity(rendered.tables.reduce(2) { $0 + $1.rows.count })
        add(heading.outcome, heading.redScore, heading.blueScore, .total)
        let scoresCount = rows.count
        add(heading.robots, heading.redTeams, heading.blueTeams, .plain)
        let headCount = rows.count
        for table in rendered.tables {
            // A row that is copied out of its list has five texts to count.
            for at in table.rows.indices {
                add(
                    table.rows[at].label, table.rows[at].red, table.rows[at].blue,
                    table.rows[at].kind)
            }
        }
        guard let widths = fit(scoresCount: scoresCount, total: page.columns) else { return false }
        let lines = BoxLines(widths, charset: charset, style: style)
        lines.draw(.top, on: &page)
        for row in rows[..<headCount] { draw(row, widths, lines, on: &page) }
        var start = headCount
        for table in rendered.tables {
            drawTitle(table.title.map(charset.shown), widths, lines, on: &page)
            let end = start + table.rows.count
            draw(start..<end, widths, lines, on: &page)
            start = end
        }
        lines.draw(.bottom, on: &page)
        return true
    }

    // MARK: - Measuring

    private mutating func add(_ label: String, _ red: String, _ blue: String, _ kind: RowKind) {
        let isMarked = kind == .subtotal && !style.isOn
        let label = isMarked ? add(charset.marked(label)) : add(label)
        rows.append(Row(label: label, red: add(red), blue: add(blue), kind: kind))
    }

    /// Adds a row of the head if it has a text.
    private mutating func add(
        _ label: ShownText, _ red: ShownText, _ blue: ShownText, _ kind: RowKind
    ) {
        guard label.columns + red.columns + blue.columns > 0 else { return }
        rows.append(Row(label: add(label), red: add(red), blue: add(blue), kind: kind))
    }

    private mutating func add(_ text: String) -> Cell {
        let start = texts.count
        let columns = charset.append(text, to: &texts)
        return Cell(bytes: start..<texts.count, columns: columns)
    }

    private mutating func add(_ text: ShownText) -> Cell {
        let start = texts.count
        texts.append(text.text)
        return Cell(bytes: start..<texts.count, columns: text.columns)
    }

    private func text(_ cell: Cell) -> ShownText {
        let text = texts.withBytes(cell.bytes) { String(decoding: $0, as: UTF8.self) }
        return ShownText(text: text, columns: cell.columns)
    }

    /// The widths; nil if words would be broken in a page that is wide enough for the other form.
    private func fit(scoresCount: Int, total: Int) -> ColumnWidths? {
        var side = ColumnWidths.Wish()
        var label = ColumnWidths.Wish()
        for row in rows {
            side.natural = max(side.natural, row.red.columns, row.blue.columns)
            label.natural = max(label.natural, row.label.columns)
        }
        if 2 * side.natural + label.natural + ColumnWidths.frameColumns <= total {
            return ColumnWidths(side: side.natural, label: label.natural)
        }
        // Only now the places of possible line breaks matter.
        for row in rows {
            side.include(text(row.red))
            side.include(text(row.blue))
            label.include(text(row.label))
        }
        // The score and its star are one word.
        for row in rows[..<scoresCount] {
            side.word = max(side.word, row.red.columns, row.blue.columns)
        }
        let room = total - ColumnWidths.frameColumns
        if total > TextFormatter.stackedBelowColumns, 2 * side.word + label.word > room {
            return nil
        }
        let lengths = rows.map { row in
            ColumnWidths.RowLength(
                side: max(row.red.columns, row.blue.columns), label: row.label.columns)
        }
        return ColumnWidths.fit(rows: lengths, side: side, label: label, total: total)
    }

    // MARK: - Drawing

    /// The rule below the earlier lines; a title stands between two rules.
    private mutating func drawTitle(
        _ title: ShownText?, _ widths: ColumnWidths, _ lines: BoxLines, on page: inout TextPage
    ) {
        guard let title, title.columns > 0 else {
            page.append(lines.middle)
            return
        }
        let room = 2 * widths.side + widths.label + ColumnWidths.frameColumns - 4
        lines.draw(.close, on: &page)
        for line in Wrapping.lines(title, columns: room) {
            page.append(lines.first)
            append(add(line), width: room, .centre, .section, on: &page)
            page.append(lines.last)
        }
        lines.draw(.open, on: &page)
    }

    /// The rows of a table; a total has a rule above and below.
    private mutating func draw(
        _ table: Range<Int>, _ widths: ColumnWidths, _ lines: BoxLines, on page: inout TextPage
    ) {
        for at in table {
            let isSetOff =
                at > table.lowerBound && (rows[at].kind == .total || rows[at - 1].kind == .total)
            if isSetOff { page.append(lines.middle) }
            draw(rows[at], widths, lines, on: &page)
        }
    }

    private mutating func draw(
        _ row: Row, _ widths: ColumnWidths, _ lines: BoxLines, on page: inout TextPage
    ) {
        if row.red.columns <= widths.side, row.label.columns <= widths.label,
            row.blue.columns <= widths.side
        {
            return drawLine(row, widths, lines, on: &page)
        }
        let red = wrapped(row.red, widths.side)
        let label = wrapped(row.label, widths.label)
        let blue = wrapped(row.blue, widths.side)
        for at in 0..<max(red.count, label.count, blue.count) {
            let line = Row(
                label: at < label.count ? label[at] : .empty,
                red: at < red.count ? red[at] : .empty,
                blue: at < blue.count ? blue[at] : .empty, kind: row.kind)
            drawLine(line, widths, lines, on: &page)
        }
    }

    private mutating func wrapped(_ cell: Cell, _ columns: Int) -> [Cell] {
        Wrapping.lines(text(cell), columns: columns).map { add($0) }
    }

    private func drawLine(
        _ row: Row, _ widths: ColumnWidths, _ lines: BoxLines, on page: inout TextPage
    ) {
        let isPlain = row.kind == .plain
        page.append(lines.first)
        append(row.red, width: widths.side, .right, isPlain ? .red : .strongRed, on: &page)
        page.append(lines.between)
        append(row.label, width: widths.label, .centre, isPlain ? nil : .strong, on: &page)
        page.append(lines.between)
        append(row.blue, width: widths.side, .left, isPlain ? .blue : .strongBlue, on: &page)
        page.append(lines.last)
    }

    private enum Alignment { case left, centre, right }

    private func append(
        _ cell: Cell, width: Int, _ alignment: Alignment, _ role: Style.Role?,
        on page: inout TextPage
    ) {
        let rest = max(0, width - cell.columns)
        let before =
            switch alignment {
            case .left: 0
            case .centre: rest / 2
            case .right: rest
            }
        let role = cell.bytes.isEmpty ? nil : role
        page.append(" ", count: before)
        page.begin(role)
        texts.withBytes(cell.bytes) { page.append($0) }
        page.end(role)
        page.append(" ", count: rest - before)
    }
}

extension ColumnWidths.Wish {
    /// Makes room for a text's longest word and number.
    fileprivate mutating func include(_ text: ShownText) {
        let needs = Wrapping.needs(text)
        word = max(word, needs.word)
        number = max(number, needs.unit)
    }
}
