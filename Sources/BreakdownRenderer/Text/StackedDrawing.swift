/// Writes rows for a narrow terminal: the label, and each side on its own line.
struct StackedDrawing {
    let face: Face
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
            if let title = table.title.map(face.shown), title.columns > 0 {
                page.write(title, .section)
                drawRule(on: &page)
            }
            for (at, row) in table.rows.enumerated() {
                if at > 0, table.rows[at - 1].kind == .total { drawRule(on: &page) }
                let isStrong = row.kind != .plain
                let isMarked = row.kind == .subtotal && !style.isOn
                page.write(
                    isMarked ? face.marked(row.label) : face.shown(row.label),
                    isStrong ? .strong : nil)
                page.write(
                    face.shown(names.left + row.red), isStrong ? .strongRed : .red, indent: 2)
                page.write(
                    face.shown(names.right + row.blueAlone), isStrong ? .strongBlue : .blue,
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
        page.append(face.ascii ? "-" : "─", count: page.columns)
        page.end(.faint)
        page.writeBreak()
    }
}
