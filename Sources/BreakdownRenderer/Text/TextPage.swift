/// Lines of text within a width, as UTF-8.
struct TextPage: ~Copyable {
    let columns: Int
    let charset: Charset
    let style: Style
    private(set) var bytes = TextBytes()

    /// Starts empty.
    init(columns: Int, charset: Charset, style: Style) {
        self.columns = columns
        self.charset = charset
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

/// Colours and weights of a terminal (ECMA-48 SGR), or nothing if there is no colour.
struct Style {
    let isOn: Bool
    /// Whether bold and faint type are the only colours.
    let isQuiet: Bool
    /// The kinds of columns: only alliances have colours.
    let subject: Subject

    /// The role of a piece of text.
    enum Role {
        /// Lines, and the least important texts.
        case faint
        /// The texts that people read first.
        case strong
        case red, blue
        /// The title of a table.
        case section
        case strongRed, strongBlue
        /// A problem.
        case warning
        /// An ordinary text.
        case plain

        fileprivate var withoutSide: Role {
            switch self {
            case .red, .blue: .plain
            case .strongRed, .strongBlue: .strong
            default: self
            }
        }
    }

    /// The parameters of the sequence that switches a role's colours on.
    func code(_ role: Role?) -> String? {
        guard isOn, let role else { return nil }
        return switch subject == .match ? role : role.withoutSide {
        case .faint: "2"
        case .strong: "1"
        case .section where isQuiet: "1"
        case .section: "1;36"
        case .red where isQuiet, .blue where isQuiet: nil
        case .strongRed where isQuiet, .strongBlue where isQuiet, .warning where isQuiet: "1"
        case .red: "31"
        // Plain blue is hard to read on black.
        case .blue: "94"
        case .strongRed: "1;31"
        case .strongBlue: "1;94"
        case .warning: "33"
        case .plain: nil
        }
    }
}
