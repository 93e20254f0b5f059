/// A sign of a drawing, or what stands between two.
enum Sign: Equatable {
    case icon(Icon)
    /// A space between places.
    case gap
    /// `|`, for example around places that belong together.
    case bar

    /// The signs that are drawn as shapes instead of letters, because fonts give them other widths.
    static func drawn(_ scalar: Unicode.Scalar) -> Icon? {
        switch scalar {
        case "●": .dot
        case "○": .ring
        case "◉": .target
        case "◌": .ghost
        case "▲": .triangle
        case "△": .hollowTriangle
        case "■": .square
        case "□": .hollowSquare
        case "◆": .diamond
        case "◇": .hollowDiamond
        case "·": .bullet
        case "✓": .yes
        case "✗": .no
        default: nil
        }
    }
}

/// A part of a cell: words, or signs that are drawn as one picture.
enum CellPiece: Equatable {
    case text(String)
    case signs([Sign], text: String)

    /// Cuts a cell's text into words and runs of signs.
    ///
    /// A run begins and ends with a sign; spaces and bars between two signs belong to it. A bullet
    /// between words stays a letter.
    ///
    /// - Returns: the parts in order; their texts together are the cell's text.
    static func pieces(of text: String) -> [CellPiece] {
        // Nearly every cell is ASCII.
        if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.isEmpty ? [] : [.text(text)] }
        let view = text.unicodeScalars
        let scalars = Array(view)
        let places = Array(view.indices) + [view.endIndex]
        func copy(_ from: Int, _ end: Int) -> String { String(view[places[from]..<places[end]]) }
        var pieces: [CellPiece] = []
        var words = 0
        var at = 0
        while at < scalars.count {
            let end = endOfRun(scalars, from: at)
            guard end > at, isDrawing(scalars[at..<end], among: scalars.count) else {
                // A run that is not drawn is skipped as a whole, or its end would be drawn.
                at = max(end, at + 1)
                continue
            }
            if words < at { pieces.append(.text(copy(words, at))) }
            var signs: [Sign] = []
            signs.reserveCapacity(end - at)
            for scalar in scalars[at..<end] { signs.append(sign(scalar)) }
            pieces.append(.signs(signs, text: copy(at, end)))
            at = end
            words = end
        }
        if words < scalars.count { pieces.append(.text(copy(words, scalars.count))) }
        return pieces
    }

    private static func sign(_ scalar: Unicode.Scalar) -> Sign {
        if let icon = Sign.drawn(scalar) { return .icon(icon) }
        return scalar == "|" ? .bar : .gap
    }

    /// The end of the run that begins here; the same place if none does.
    private static func endOfRun(_ scalars: [Unicode.Scalar], from start: Int) -> Int {
        var at = start
        if scalars[at] == "|", at + 1 < scalars.count { at += 1 }
        guard Sign.drawn(scalars[at]) != nil else { return start }
        var end = at
        while at < scalars.count {
            if Sign.drawn(scalars[at]) != nil {
                end = at + 1
            } else if scalars[at] == "|", at == end {
                end = at + 1
            } else if scalars[at] != " " || at > end {
                break
            }
            at += 1
        }
        return end
    }

    private static func isDrawing(_ run: ArraySlice<Unicode.Scalar>, among count: Int) -> Bool {
        var (bullets, signs) = (0, 0)
        for scalar in run {
            if scalar == "·" { bullets += 1 }
            if Sign.drawn(scalar) != nil { signs += 1 }
        }
        return signs > bullets || signs > 1 || run.count == count
    }
}
