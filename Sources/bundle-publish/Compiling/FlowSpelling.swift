import JSON

/// Reads plain, single-quoted and double-quoted scalars with positions (YAML 1.2.2 §7.3).
struct FlowSpelling {
    private let lines: [Substring]
    private let quote: Unicode.Scalar?
    private let lengthMax: Int
    private var lineAt: Int
    private var line: [Unicode.Scalar]
    private var at: Int
    private var spelled: [SpelledScalar] = []
    /// Spaces at the end of what is spelled; a line end swallows them.
    private var trailingSpaces = 0

    /// Reads a scalar's code points.
    ///
    /// - Parameters:
    ///   - source: the file.
    ///   - start: where the scalar starts, its quote included.
    ///   - quote: its quote; nil for a plain scalar.
    ///   - lengthMax: code points of the value: a plain scalar says nowhere itself that it ends.
    /// - Returns: the code points; fewer than `lengthMax` where the text is not what was expected.
    static func read(
        _ source: SourceText, at start: TextPosition, quote: Unicode.Scalar?, lengthMax: Int
    ) -> [SpelledScalar] {
        guard source.lines.indices.contains(start.line - 1) else { return [] }
        var reader = FlowSpelling(source, start, quote, lengthMax)
        reader.read()
        return reader.spelled
    }

    private init(
        _ source: SourceText, _ start: TextPosition, _ quote: Unicode.Scalar?, _ lengthMax: Int
    ) {
        lines = source.lines
        self.quote = quote
        self.lengthMax = lengthMax
        lineAt = start.line - 1
        line = Array(lines[lineAt].unicodeScalars)
        at = start.column - 1 + (quote == nil ? 0 : 1)
    }

    private mutating func read() {
        while spelled.count - (quote == nil ? 0 : trailingSpaces) < lengthMax {
            guard at < line.count else {
                guard fold() else { return }
                continue
            }
            let scalar = line[at]
            if scalar == quote {
                guard scalar == "'", at + 1 < line.count, line[at + 1] == "'" else { return }
                emit("'", width: 2)
            } else if quote == "\"", scalar == "\\" {
                if at + 1 == line.count {
                    guard joinLines() else { return }
                } else {
                    guard escape() else { return }
                }
            } else {
                let isSpace = scalar == " " || scalar == "\t"
                let spaces = isSpace ? trailingSpaces + 1 : 0
                emit(scalar, width: 1)
                trailingSpaces = spaces
            }
        }
    }

    private mutating func emit(_ scalar: Unicode.Scalar, width: Int) {
        let position = TextPosition(line: lineAt + 1, column: at + 1)
        spelled.append(SpelledScalar(scalar: scalar, position: position, width: width))
        at += width
        trailingSpaces = 0
    }

    /// A line end is a space; with empty lines after it, as many line ends as those.
    private mutating func fold() -> Bool {
        spelled.removeLast(trailingSpaces)
        trailingSpaces = 0
        let end = TextPosition(line: lineAt + 1, column: line.count + 1)
        guard let empty = nextLine() else { return false }
        let folded: [Unicode.Scalar] = empty == 0 ? [" "] : Array(repeating: "\n", count: empty)
        spelled += folded.map { SpelledScalar(scalar: $0, position: end, width: 1) }
        return true
    }

    /// A backslash before a line end: the lines join without a space.
    private mutating func joinLines() -> Bool {
        let end = TextPosition(line: lineAt + 1, column: at + 1)
        trailingSpaces = 0
        guard let empty = nextLine() else { return false }
        spelled += (0..<empty).map { _ in
            SpelledScalar(scalar: "\n", position: end, width: 1)
        }
        return true
    }

    /// Goes to the next line's first code point that is no space; says how many empty lines it passed.
    private mutating func nextLine() -> Int? {
        var empty = 0
        while lineAt + 1 < lines.count {
            lineAt += 1
            line = Array(lines[lineAt].unicodeScalars)
            guard let first = line.firstIndex(where: { $0 != " " && $0 != "\t" }) else {
                empty += 1
                continue
            }
            at = first
            return empty
        }
        return nil
    }

    /// An escape sequence (YAML 1.2.2 §5.7).
    private mutating func escape() -> Bool {
        let letter = line[at + 1]
        let digits: Int
        switch letter {
        case "x": digits = 2
        case "u": digits = 4
        case "U": digits = 8
        default:
            guard let scalar = Self.escapes[letter] else { return false }
            emit(scalar, width: 2)
            return true
        }
        guard at + 2 + digits <= line.count else { return false }
        var hex = String.UnicodeScalarView()
        hex.append(contentsOf: line[(at + 2)..<(at + 2 + digits)])
        guard let scalar = UInt32(String(hex), radix: 16).flatMap(Unicode.Scalar.init) else {
            return false
        }
        emit(scalar, width: 2 + digits)
        return true
    }

    private static let escapes: [Unicode.Scalar: Unicode.Scalar] = [
        "0": "\0", "a": "\u{7}", "b": "\u{8}", "t": "\t", "\t": "\t", "n": "\n", "v": "\u{B}",
        "f": "\u{C}", "r": "\r", "e": "\u{1B}", " ": " ", "\"": "\"", "/": "/", "\\": "\\",
        "N": "\u{85}", "_": "\u{A0}", "L": "\u{2028}", "P": "\u{2029}",
    ]
}
