/// The characters that stand for things; each has an ASCII form (docs/FORMAT.md, "Signs").
package enum Icon: CaseIterable {
    case yes, no, missing, warning
    case dot, ring, star, bullet
    case up, down, left, right, ellipsis
    // Places on a field, in drawings.
    case target, ghost
    case triangle, hollowTriangle, square, hollowSquare, diamond, hollowDiamond

    package var character: String {
        switch self {
        case .yes: "✓"
        case .no: "✗"
        case .missing: "–"
        case .warning: "⚠"
        case .dot: "●"
        case .ring: "○"
        case .star: "★"
        case .bullet: "·"
        case .up: "↑"
        case .down: "↓"
        case .left: "←"
        case .right: "→"
        case .ellipsis: "…"
        case .target: "◉"
        case .ghost: "◌"
        case .triangle: "▲"
        case .hollowTriangle: "△"
        case .square: "■"
        case .hollowSquare: "□"
        case .diamond: "◆"
        case .hollowDiamond: "◇"
        }
    }

    /// Its ASCII form.
    var ascii: String {
        switch self {
        case .yes: "Y"
        case .no: "N"
        case .missing: "-"
        case .warning: "!"
        case .dot: "*"
        case .ring: "o"
        case .star: "*"
        case .bullet: "-"
        case .up: "^"
        case .down: "v"
        case .left: "<"
        case .right: ">"
        case .ellipsis: "..."
        case .target: "@"
        case .ghost: ":"
        case .triangle: "A"
        case .hollowTriangle: "^"
        case .square: "#"
        case .hollowSquare: "="
        case .diamond: "X"
        case .hollowDiamond: "x"
        }
    }
}
