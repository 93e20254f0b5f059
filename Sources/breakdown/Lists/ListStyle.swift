import BreakdownRenderer

/// How lists and full screens write: signs, and colours of a terminal (ECMA-48 SGR).
struct ListStyle: Equatable {
    /// Whether only ASCII is used.
    var ascii = false
    var colour = false
    /// Whether bold and faint type are the only colours.
    var isQuiet = false

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
        Charset(ascii: ascii).shown(text).text
    }

    func strong(_ text: String) -> String { sequence("1", text) }
    func faint(_ text: String) -> String { sequence("2", text) }
    func red(_ text: String, strong: Bool = false) -> String {
        side(strong ? "1;31" : "31", text, strong)
    }
    // Plain blue is hard to read on black.
    func blue(_ text: String, strong: Bool = false) -> String {
        side(strong ? "1;94" : "94", text, strong)
    }
    func warning(_ text: String) -> String { sequence("33", text) }

    private func side(_ code: String, _ text: String, _ isStrong: Bool) -> String {
        guard isQuiet else { return sequence(code, text) }
        return isStrong ? strong(text) : text
    }

    private func sequence(_ code: String, _ text: String) -> String {
        colour && !text.isEmpty ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
    }
}

extension ListStyle {
    /// The style of a run.
    init(_ appearance: Appearance) {
        self.init(ascii: appearance.ascii, colour: appearance.colour, isQuiet: appearance.isQuiet)
    }
}
