/// Lines of text within a width.
struct TextPage {
    let columns: Int
    let face: Face
    let style: Style
    private(set) var text = ""

    init(columns: Int, face: Face, style: Style) {
        self.columns = columns
        self.face = face
        self.style = style
        text.reserveCapacity(8 << 10)
    }

    /// Writes a paragraph, wrapped.
    mutating func write(_ shown: ShownText, _ role: Style.Role?, indent: Int = 0) {
        for line in Wrapping.lines(shown, columns: max(1, columns - indent)) {
            writeSpaces(indent)
            text += style.paint(line.text, role)
            text += "\n"
        }
    }

    mutating func writeBlank() {
        text += "\n"
    }

    /// Adds a piece of a line.
    mutating func append(_ piece: String) {
        text += piece
    }

    /// Adds spaces to a line.
    mutating func writeSpaces(_ count: Int) {
        guard count > 0 else { return }
        text +=
            count < Self.spaces.count ? Self.spaces[count] : String(repeating: " ", count: count)
    }

    /// Runs of spaces by length: most of a table is made of them.
    private static let spaces = (0..<80).map { String(repeating: " ", count: $0) }
}
