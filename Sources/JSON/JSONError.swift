import Text

/// Why a text is not JSON that this project accepts, and where.
public indirect enum JSONError: Error, Equatable, CustomStringConvertible {
    // Indirect, because each `try` that an error passes contains code that copies it.
    /// What was expected and found at a place.
    case refused(problem: String, TextPosition)

    /// What was expected and what was found, without the place.
    public var problem: String {
        switch self {
        case .refused(let problem, _): problem
        }
    }

    /// The place in the text.
    public var position: TextPosition {
        switch self {
        case .refused(_, let position): position
        }
    }

    /// The place and the problem: `line 3, column 7: expected ':' after a key, found '1'`.
    public var description: String { "\(position): \(problem)" }
}

/// A place in a text, as an editor counts.
public struct TextPosition: Equatable, Sendable, CustomStringConvertible {
    /// From 1.
    public let line: Int
    /// From 1, in code points.
    public let column: Int

    /// Makes a place.
    public init(line: Int, column: Int) {
        self.line = line
        self.column = column
    }

    /// The place of the byte at `offset` in `text`.
    init(offset: Int, in text: UnsafeBufferPointer<UInt8>) {
        var line = 1
        var column = 1
        for byte in text[..<min(offset, text.count)] {
            if byte == UInt8(ascii: "\n") {
                line += 1
                column = 1
            } else if byte & 0xC0 != 0x80 {
                // Continuation bytes belong to the code point before them.
                column += 1
            }
        }
        self.init(line: line, column: column)
    }

    /// `line 3, column 7`.
    public var description: String { "line \(line), column \(column)" }
}

/// A text from outside in the form for messages: at most 40 code points, harmless.
func shown(_ text: String) -> String {
    let start = PlainText.line(String(text.unicodeScalars.prefix(40)))
    let isCut = text.unicodeScalars.dropFirst(40).first != nil
    return isCut ? "\(start)…" : start
}
