/// The requests that an author makes by pressing a key.
enum PreviewKey: Equatable {
    case quit, next, previous, redraw, stop
    /// Lines down; up where negative.
    case scroll(Int)
    case top

    /// Reads keys from what a terminal sent; unknown bytes are skipped.
    static func keys(in bytes: [UInt8], rows: Int) -> [PreviewKey] {
        var keys: [PreviewKey] = []
        var rest = bytes.map { Character(Unicode.Scalar($0)) }[...]
        while let first = rest.popFirst() {
            var name = String(first)
            // `ESC [ A` and `ESC O A`, `ESC [ 5 ~`; with other ends the digits name keys held with it.
            if first == "\u{1B}" {
                guard let bracket = rest.first, "[O".contains(bracket) else { continue }
                rest.removeFirst()
                let digits = rest.prefix { "0123456789:;".contains($0) }
                rest = rest.dropFirst(digits.count)
                guard let final = rest.popFirst() else { continue }
                name = "[" + (final == "~" ? String(digits) : "") + String(final)
            }
            if let key = PreviewKey(name, rows: rows) { keys.append(key) }
        }
        return keys
    }

    private init?(_ name: String, rows: Int) {
        switch name {
        // Control-C and Control-D too: the terminal is raw.
        case "q", "\u{3}", "\u{4}": self = .quit
        case "\u{C}": self = .redraw
        case "\u{1A}": self = .stop
        case "n", "\t", "[C": self = .next
        case "p", "[D": self = .previous
        case "j", "[B": self = .scroll(1)
        case "k", "[A": self = .scroll(-1)
        case " ", "[6~": self = .scroll(rows)
        case "[5~": self = .scroll(-rows)
        case "g": self = .top
        default: return nil
        }
    }
}
