import PlainText

/// How lists and full screens write: signs, and colours of a terminal (ECMA-48 SGR).
struct ListStyle: Equatable {
    /// Whether only ASCII is used.
    var ascii = false
    /// Whether there are colours.
    var colour = false

    /// Between the parts of a heading.
    var bullet: String { ascii ? "-" : "·" }
    /// Between two numbers.
    var dash: String { ascii ? "-" : "–" }
    /// Beside the winner's score.
    var star: String { ascii ? "*" : "★" }
    /// Instead of what is not there yet.
    var ellipsis: String { ascii ? "..." : "…" }

    /// A text from outside, without what a terminal would interpret.
    func harmless(_ text: String) -> String {
        let text = PlainText.line(text)
        guard ascii else { return text }
        return String(text.unicodeScalars.map { $0.isASCII ? Character($0) : "?" })
    }

    func strong(_ text: String) -> String { sequence("1", text) }
    func faint(_ text: String) -> String { sequence("2", text) }
    func red(_ text: String, strong: Bool = false) -> String {
        sequence(strong ? "1;31" : "31", text)
    }
    // Plain blue is hard to read on black.
    func blue(_ text: String, strong: Bool = false) -> String {
        sequence(strong ? "1;94" : "94", text)
    }
    func warning(_ text: String) -> String { sequence("33", text) }

    private func sequence(_ code: String, _ text: String) -> String {
        colour && !text.isEmpty ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
    }
}
