import CEL

/// Lines of words and signs that fit into a column of a picture.
///
/// A picture does not know its viewer's font, so widths are estimates.
enum SVGText {
    /// The width of one character for estimates that only count characters: a little more than the mean of
    /// common fonts at 12 pixels.
    static let columnWidth = 7

    /// The width of a text in DejaVu Sans at 12 pixels, one of the widest fonts that a viewer may have.
    static func width(_ text: String) -> Int {
        var tenths = 0
        for scalar in text.unicodeScalars {
            switch scalar {
            case "i", "j", "l", "I", ".", ",", ":", ";", "!", "'", "|": tenths += 40
            case " ", "\u{A0}": tenths += 38
            case "0"..."9": tenths += 75
            case "f", "r", "t", "(", ")", "[", "]", "/", "-": tenths += 48
            case "m", "w", "M", "W", "%", "@": tenths += 114
            case "+", "=", "<", ">", "–": tenths += 100
            case "A"..."Z": tenths += 88
            case "!"..."~": tenths += 76
            default: tenths += scalar.value < 0x1100 ? 80 : 120
            }
        }
        return (tenths + 9) / 10
    }

    /// One line: parts from the left, each with its estimated width.
    struct Line {
        var pieces: [CellPiece] = []
        var width = 0
    }

    /// Breaks a text into lines.
    ///
    /// - Parameters:
    ///   - width: the column's width; a run of signs stays whole and is drawn smaller if necessary.
    static func lines(_ text: String, width: Int) -> [Line] {
        var lines: [Line] = []
        var line = Line()
        func add(_ piece: CellPiece, _ pieceWidth: Int) {
            if line.width > 0, line.width + pieceWidth > width {
                lines.append(line)
                line = Line()
            }
            // Words next to each other are one piece, so that they are one element.
            if case .text(let word) = piece, case .text(let before)? = line.pieces.last {
                line.pieces[line.pieces.count - 1] = .text(before + word)
            } else {
                line.pieces.append(piece)
            }
            line.width += pieceWidth
        }
        for piece in CellPiece.pieces(of: text) {
            switch piece {
            case .signs(let signs, _): add(piece, min(width, SignShape.width(signs)))
            case .text(let words):
                let columns = max(1, width / columnWidth)
                let words = words.pieces(between: " ", omittingEmpty: false)
                for (at, word) in words.enumerated() {
                    let spaced = at == 0 ? word : " " + word
                    let shown = ShownText(text: spaced, columns: DisplayWidth.of(spaced))
                    guard shown.columns > columns else {
                        add(.text(spaced), Self.width(spaced))
                        continue
                    }
                    for part in Wrapping.lines(shown, columns: columns) {
                        add(.text(part.text), Self.width(part.text))
                    }
                }
            }
        }
        if line.width > 0 || lines.isEmpty { lines.append(line) }
        return lines
    }
}
