/// Draws tables with lines between three columns.
struct GridDrawing {
    let face: Face
    let style: Style

    /// A row ready to be drawn; a class, because the lists of rows are copied.
    private final class Row {
        let label: ShownText
        let red: ShownText
        let blue: ShownText
        let kind: RowKind

        init(label: ShownText, red: ShownText, blue: ShownText, kind: RowKind) {
            self.label = label
            self.red = red
            self.blue = blue
            self.kind = kind
        }
    }

    /// A table ready to be drawn.
    private struct Table {
        let title: ShownText?
        let rows: [Row]
    }

    /// Draws the tables.
    ///
    /// - Returns: false if the page is too narrow for the words; then nothing was drawn.
    func draw(
        _ rendered: RenderedBreakdown, _ heading: TextHeading, on page: inout TextPage
    ) -> Bool {
        let tables = rendered.tables.map { table in
            Table(
                title: table.title.map(face.shown),
                rows: table.rows.map { row in
                    Row(
                        label: face.label(row, isMarked: !style.isOn), red: face.shown(row.red),
                        blue: face.shown(row.blue), kind: row.kind)
                })
        }
        let head = [
            Row(
                label: heading.outcome, red: heading.redScore, blue: heading.blueScore,
                kind: .total),
            Row(
                label: heading.robots, red: heading.redTeams, blue: heading.blueTeams,
                kind: .plain),
        ].filter { $0.label.columns + $0.red.columns + $0.blue.columns > 0 }
        guard let widths = fit(head: head, tables.flatMap({ $0.rows }), total: page.columns) else {
            return false
        }
        let lines = BoxLines(widths, face: face, style: style)
        lines.draw(.top, on: &page)
        for row in head { draw(row, widths, lines, on: &page) }
        for table in tables {
            drawTitle(table.title, widths, lines, on: &page)
            draw(table.rows, widths, lines, on: &page)
        }
        lines.draw(.bottom, on: &page)
        return true
    }

    // MARK: - Measuring

    /// The widths; nil if words would be broken in a page that is wide enough for the other form.
    private func fit(head: [Row], _ tables: [Row], total: Int) -> ColumnWidths? {
        let rows = head + tables
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
            side.include(row.red)
            side.include(row.blue)
            label.include(row.label)
        }
        // The score and its star are one word.
        for row in head.prefix(1) {
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
    private func drawTitle(
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
            append(line, width: room, .centre, .section, on: &page)
            page.append(lines.last)
        }
        lines.draw(.open, on: &page)
    }

    /// The rows; a total has a rule above and below.
    private func draw(
        _ rows: [Row], _ widths: ColumnWidths, _ lines: BoxLines, on page: inout TextPage
    ) {
        for (at, row) in rows.enumerated() {
            let isSetOff = at > 0 && (row.kind == .total || rows[at - 1].kind == .total)
            if isSetOff { page.append(lines.middle) }
            draw(row, widths, lines, on: &page)
        }
    }

    private func draw(
        _ row: Row, _ widths: ColumnWidths, _ lines: BoxLines, on page: inout TextPage
    ) {
        if row.red.columns <= widths.side, row.label.columns <= widths.label,
            row.blue.columns <= widths.side
        {
            return drawLine(row.red, row.label, row.blue, row.kind, widths, lines, on: &page)
        }
        let red = Wrapping.lines(row.red, columns: widths.side)
        let label = Wrapping.lines(row.label, columns: widths.label)
        let blue = Wrapping.lines(row.blue, columns: widths.side)
        for at in 0..<max(red.count, label.count, blue.count) {
            drawLine(
                at < red.count ? red[at] : .empty, at < label.count ? label[at] : .empty,
                at < blue.count ? blue[at] : .empty, row.kind, widths, lines, on: &page)
        }
    }

    private func drawLine(
        _ red: ShownText, _ label: ShownText, _ blue: ShownText, _ kind: RowKind,
        _ widths: ColumnWidths, _ lines: BoxLines, on page: inout TextPage
    ) {
        page.append(lines.first)
        append(red, width: widths.side, .right, kind == .plain ? .red : .strongRed, on: &page)
        page.append(lines.between)
        append(label, width: widths.label, .centre, kind == .plain ? nil : .strong, on: &page)
        page.append(lines.between)
        append(blue, width: widths.side, .left, kind == .plain ? .blue : .strongBlue, on: &page)
        page.append(lines.last)
    }

    private enum Alignment { case left, centre, right }

    private func append(
        _ text: ShownText, width: Int, _ alignment: Alignment, _ role: Style.Role?,
        on page: inout TextPage
    ) {
        let rest = max(0, width - text.columns)
        let before =
            switch alignment {
            case .left: 0
            case .centre: rest / 2
            case .right: rest
            }
        if !style.isOn { return page.append(text.text, before: before, after: rest - before) }
        page.append(" ", count: before)
        page.append(text.text, role)
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
