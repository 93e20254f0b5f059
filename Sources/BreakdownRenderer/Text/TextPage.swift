/// Lines of text within a width, as UTF-8.
struct TextPage: ~Copyable {
    let columns: Int
    let face: Face
    let style: Style
    private(set) var bytes = TextBytes()

    /// Starts empty.
    init(columns: Int, face: Face, style: Style) {
        self.columns = columns
        self.face = face
        self.style = style
    }

    /// Writes a paragraph, wrapped.
    mutating func write(_ shown: ShownText, _ role: Style.Role?, indent: Int = 0) {
        for line in Wrapping.lines(shown, columns: max(1, columns - indent)) {
            append(" ", count: indent)
            append(line.text, role)
            writeBreak()
        }
    }

    /// Ends the line, or leaves one empty.
    mutating func writeBreak() {
        bytes.append(UInt8(ascii: "\n"), count: 1)
    }

    /// Adds a piece of a line in the colours of its role.
    mutating func append(_ text: String, _ role: Style.Role?) {
        guard !text.isEmpty else { return }
        begin(role)
        append(text)
        end(role)
    }

    /// Switches the colours of a role on.
    mutating func begin(_ role: Style.Role?) {
        guard let code = style.code(role) else { return }
        append("\u{1B}[")
        append(code)
        append("m")
    }

    /// Switches them off again.
    mutating func end(_ role: Style.Role?) {
        if style.code(role) != nil { append("\u{1B}[0m") }
    }

    /// Adds a piece of a line as it is.
    mutating func append(_ text: String) {
        bytes.append(text)
    }

    /// Adds a piece of a line in UTF-8.
    mutating func append(_ piece: UnsafeRawBufferPointer) {
        bytes.append(piece)
    }

    /// Adds a prepared piece.
    mutating func append(_ made: [UInt8]) {
        made.withUnsafeBytes { bytes.append($0) }
    }

    /// Adds a part of a prepared piece.
    mutating func append(_ made: ArraySlice<UInt8>) {
        made.withUnsafeBytes { bytes.append($0) }
    }

    /// Adds a character several times.
    mutating func append(_ character: Unicode.Scalar, count: Int) {
        if character.isASCII {
            bytes.append(UInt8(ascii: character), count: count)
        } else if count > 0 {
            let encoded = String(character)
            for _ in 0..<count { append(encoded) }
        }
    }
}
