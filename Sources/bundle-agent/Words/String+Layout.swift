/// A colour of a terminal, by its number in ECMA-48.
enum TerminalColour: Int {
    case red = 31
    case green = 32
    case yellow = 33
}

extension String {
    /// The text with spaces to its right, `width` characters wide.
    func padded(to width: Int) -> String {
        self + String(repeating: " ", count: max(0, width - count))
    }

    /// The text in a colour, if the terminal takes colours.
    func painted(_ colour: TerminalColour, _ isColoured: Bool) -> String {
        isColoured ? "\u{1B}[\(colour.rawValue)m\(self)\u{1B}[0m" : self
    }
}
