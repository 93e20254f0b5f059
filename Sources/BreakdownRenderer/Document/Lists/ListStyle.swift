/// How lists and full screens write: signs, and colours of a terminal (ECMA-48 SGR).
package struct ListStyle: Equatable {
    /// Whether only ASCII is used.
    package var ascii: Bool
    package var colour: Bool
    /// Whether bold and faint type are the only colours.
    package var isQuiet: Bool

    /// Unless something else is said: all of Unicode, without colours.
    package init(ascii: Bool = false, colour: Bool = false, isQuiet: Bool = false) {
        self.ascii = ascii
        self.colour = colour
        self.isQuiet = isQuiet
    }

    /// Between the parts of a heading.
    package var bullet: String { ascii ? "-" : "·" }
    /// Between two numbers.
    package var dash: Character { ascii ? "-" : "–" }
    /// Beside the winner's score.
    package var star: String { ascii ? "*" : "★" }
    /// Instead of what is not there yet.
    package var ellipsis: String { ascii ? "..." : "…" }

    /// A text from outside, without what a terminal would interpret.
    package func harmless(_ text: String) -> String {
        Charset(ascii: ascii).shown(text).text
    }

    package func strong(_ text: String) -> String { sequence("1", text) }
    package func faint(_ text: String) -> String { sequence("2", text) }
    package func red(_ text: String, strong: Bool = false) -> String {
        side(strong ? "1;31" : "31", text, strong)
    }
    // Plain blue is hard to read on black.
    package func blue(_ text: String, strong: Bool = false) -> String {
        side(strong ? "1;94" : "94", text, strong)
    }
    package func warning(_ text: String) -> String { sequence("33", text) }

    private func side(_ code: String, _ text: String, _ isStrong: Bool) -> String {
        guard isQuiet else { return sequence(code, text) }
        return isStrong ? strong(text) : text
    }

    private func sequence(_ code: String, _ text: String) -> String {
        colour && !text.isEmpty ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
    }
}
