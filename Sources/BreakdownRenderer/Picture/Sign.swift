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

/// The shapes of signs, as elements of SVG in boxes of 12 by 12.
enum SignShape {
    /// Height of a run, and width of a sign.
    static let size = 12
    private static let gap = 4
    /// As wide as a gap, so that the places of rows stand below each other.
    private static let bar = 4

    /// The width of a run.
    static func width(_ signs: [Sign]) -> Int {
        var width = 0
        for sign in signs {
            switch sign {
            case .icon: width += size
            case .gap: width += gap
            case .bar: width += bar
            }
        }
        return width
    }

    /// Adds the elements of a run, from the left.
    ///
    /// A page has thousands of them, so nothing is put together in between.
    static func append(_ signs: [Sign], to text: inout String) {
        var x = 0
        for sign in signs {
            switch sign {
            case .icon(let icon):
                append(icon, x, to: &text)
                x += size
            case .gap: x += gap
            case .bar:
                text += "<path class=\"line\" d=\"M"
                text += String(x + bar / 2)
                text += " 0v12\"/>"
                x += bar
            }
        }
    }

    /// Circles have the colour of their side, other shapes one of their own.
    private static func append(_ icon: Icon, _ x: Int, to text: inout String) {
        func circle(_ radius: String, _ attributes: String) {
            text += "<circle cx=\""
            text += String(x + 6)
            text += "\" cy=\"6\" r=\""
            text += radius
            text += "\" "
            text += attributes
            text += "/>"
        }
        func path(_ moves: String, _ name: String) {
            text += "<path class=\""
            text += name
            text += "\" d=\"M"
            text += String(x)
            text += " 0"
            text += moves
            text += "\"/>"
        }
        let triangle = "m6 1.4l5 9.2h-10z"
        let square = "m1.6 1.6h8.8v8.8h-8.8z"
        let diamond = "m6 1l5 5l-5 5l-5 -5z"
        switch icon {
        case .dot: circle("4.6", "class=\"full\"")
        case .ring: circle("4", "class=\"line\"")
        case .target:
            circle("4", "class=\"line\"")
            circle("2.2", "class=\"full\"")
        case .ghost: circle("4", "class=\"line dashed\"")
        case .triangle: path(triangle, "amber full")
        case .hollowTriangle: path(triangle, "amber line")
        case .square: path(square, "violet full")
        case .hollowSquare: path(square, "violet line")
        case .diamond: path(diamond, "teal full")
        case .hollowDiamond: path(diamond, "teal line")
        case .yes: path("m2 6.4l3 3.2l5 -7", "line")
        case .no: path("m2.6 2.6l6.8 6.8m0 -6.8l-6.8 6.8", "line")
        default: circle("1.4", "class=\"full\"")
        }
    }
}
