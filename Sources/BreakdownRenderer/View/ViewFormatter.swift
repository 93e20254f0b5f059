/// Writes what a page or an app needs to draw the tables itself: one JSON object on one line.
///
/// It is ``JSONFormatter``'s object in the order of a screen: the columns are a list, each row has a
/// cell for each column, and a cell's drawn signs have names (docs/view.schema.json).
struct ViewFormatter: Sendable {
    /// The version of the form.
    static let schemaVersion = 1

    init() {}

    /// Writes one breakdown.
    func append(
        _ rendered: RenderedBreakdown, bundle: Provenance?, to bytes: inout [UInt8]
    ) {
        var line = JSONLine(bytes: bytes)
        bytes = []
        let heading = rendered.heading
        line.raw("{\"schema\":\(Self.schemaVersion),\"subject\":")
        line.text(rendered.subject == .match ? "match" : "insights")
        line.raw(",\"key\":")
        line.text(rendered.key)
        line.raw(",\"year\":\(rendered.year),\"title\":")
        line.text(rendered.title)
        line.raw(",\"name\":")
        line.text(heading.matchName)
        line.raw(",\"event\":")
        line.event(of: heading)
        line.raw(",\"date\":")
        line.text(heading.date)
        line.raw(",\"winner\":")
        line.text(heading.winner?.rawValue)
        line.raw(",\"columns\":")
        line.list([true, false]) { line, isLeft in append(column: isLeft, of: rendered, to: &line) }
        line.raw(",\"tables\":")
        line.tables(rendered.tables) { line, row in append(row, to: &line) }
        line.raw(",\"notes\":")
        line.texts(rendered.notes)
        line.raw(",\"problems\":")
        line.texts(rendered.problems)
        line.raw(",\"bundle\":")
        line.provenance(bundle)
        line.raw(",\"retrieved\":")
        line.retrieval(rendered.retrieval)
        line.raw("}\n")
        bytes = line.bytes
    }

    /// A column, with its alliance if it is a match's.
    private func append(
        column isLeft: Bool, of rendered: RenderedBreakdown, to line: inout JSONLine
    ) {
        let heading = rendered.heading
        let column = isLeft ? rendered.subject.left : rendered.subject.right
        let names = heading.columnNames
        line.raw("{\"key\":")
        line.text(column.key)
        line.raw(",\"name\":")
        line.text((isLeft ? names?.left : names?.right) ?? column.name)
        if rendered.subject == .match {
            line.raw(",\"alliance\":")
            line.alliance(
                isLeft ? heading.red : heading.blue,
                rankingPoints: isLeft ? heading.redRankingPoints : heading.blueRankingPoints)
        }
        line.raw("}")
    }

    private func append(_ row: BreakdownTable.Row, to line: inout JSONLine) {
        line.raw("{\"kind\":")
        line.text(row.kind.rawValue)
        line.raw(",\"label\":")
        line.text(row.label)
        line.raw(",\"group\":")
        line.text(row.group)
        line.raw(",\"name\":")
        line.text(row.name)
        line.raw(",\"cells\":")
        line.list([row.red, row.blue]) { line, cell in append(cell: cell, to: &line) }
        line.raw("}")
    }

    /// A cell: its text, its number if it is one, and its parts if signs are drawn in it.
    private func append(cell text: String, to line: inout JSONLine) {
        line.raw("{\"text\":")
        line.text(text)
        if let number = ShownNumber.json(text) { line.raw(",\"number\":\(number)") }
        let pieces = CellPiece.pieces(of: text)
        if pieces.contains(where: { $0.isDrawn }) {
            line.raw(",\"marks\":")
            line.list(pieces) { line, piece in append(piece, to: &line) }
        }
        line.raw("}")
    }

    private func append(_ piece: CellPiece, to line: inout JSONLine) {
        switch piece {
        case .text(let words):
            line.raw("{\"text\":")
            line.text(words)
        case .signs(let signs, let words):
            line.raw("{\"text\":")
            line.text(words)
            line.raw(",\"signs\":")
            line.list(signs) { line, sign in line.text(Self.name(of: sign)) }
        }
        line.raw("}")
    }

    private static func name(of sign: Sign) -> String {
        switch sign {
        case .gap: "gap"
        case .bar: "bar"
        case .icon(.dot): "dot"
        case .icon(.ring): "ring"
        case .icon(.target): "target"
        case .icon(.ghost): "ghost"
        case .icon(.triangle): "triangle"
        case .icon(.hollowTriangle): "hollow-triangle"
        case .icon(.square): "square"
        case .icon(.hollowSquare): "hollow-square"
        case .icon(.diamond): "diamond"
        case .icon(.hollowDiamond): "hollow-diamond"
        case .icon(.bullet): "bullet"
        case .icon(.yes): "yes"
        case .icon(.no): "no"
        // Signs.drawn names no other.
        case .icon(let other): other.character
        }
    }
}

extension CellPiece {
    fileprivate var isDrawn: Bool {
        if case .signs = self { true } else { false }
    }
}
