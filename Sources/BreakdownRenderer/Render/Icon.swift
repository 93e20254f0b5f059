/// The characters that stand for things, each with a face for terminals that know ASCII only.
enum Icon: CaseIterable {
    case yes, no, missing, warning
    case dot, ring, star, bullet
    case up, down, left, right
    case full, empty, ellipsis

    /// The character.
    var character: String {
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
        case .full: "■"
        case .empty: "□"
        case .ellipsis: "…"
        }
    }

    /// What stands for it in ASCII.
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
        case .full: "#"
        case .empty: "."
        case .ellipsis: "..."
        }
    }
}
