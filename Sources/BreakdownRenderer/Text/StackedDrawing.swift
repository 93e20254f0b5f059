/// Writes rows for a narrow terminal: the label, and each side on a line of its own.
struct StackedDrawing {
    let face: Face
    let style: Style

    func draw(_ rendered: RenderedBreakdown, _ heading: TextHeading, on page: inout TextPage) {
        page.writeBlank()
        page.write(heading.redScore, .strongRed)
        page.write(heading.redTeams, .red, indent: 2)
        page.write(heading.blueScore, .strongBlue)
        page.write(heading.blueTeams, .blue, indent: 2)
        if heading.outcome.columns > 0 { page.write(heading.outcome, .strong) }
        for table in rendered.tables {
            drawRule(on: &page)
            if let title = table.title.map(face.shown), title.columns > 0 {
                page.write(title, .strong)
                drawRule(on: &page)
            }
            for (at, row) in table.rows.enumerated() {
                if at > 0, table.rows[at - 1].kind == .total { drawRule(on: &page) }
                page.write(face.shown(row.label), row.kind == .total ? .strong : nil)
                let isStrong = row.kind != .plain
                page.write(face.shown("red  \(row.red)"), isStrong ? .strongRed : .red, indent: 2)
                page.write(
                    face.shown("blue \(row.blue)"), isStrong ? .strongBlue : .blue, indent: 2)
            }
        }
        drawRule(on: &page)
    }

    private func drawRule(on page: inout TextPage) {
        let dash = face.ascii ? "-" : "─"
        page.append(style.paint(String(repeating: dash, count: page.columns), .faint) + "\n")
    }
}
