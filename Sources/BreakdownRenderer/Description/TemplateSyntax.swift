import CEL

/// Splits a template into its texts and the sources of its expressions.
///
/// `{` begins an expression and `}` ends it; `{{` and `}}` are literal braces. Inside an
/// expression, braces in quotes do not count and other braces nest, so `{ {'a': 1}['a'] }` is one
/// expression.
struct TemplateSyntax {
    /// A part of the template; offsets count code points from the template's start.
    enum Piece: Equatable {
        case text(String)
        case expression(source: String, offset: Int)
    }

    /// Why a text is not a template, with the place.
    struct Problem: Error, Equatable {
        let offset: Int
        let length: Int
        let message: String
        let remedy: String?
    }

    /// The text in UTF-8: every sign that matters here is one byte.
    private let bytes: [UInt8]
    private var at = 0
    private var pieces: [Piece] = []
    private var literal: [UInt8] = []

    /// Splits a template.
    ///
    /// - Returns: its pieces in order, no two texts side by side.
    static func split(_ text: String) throws(Problem) -> [Piece] {
        guard text.utf8.contains(where: { $0 == UInt8(ascii: "{") || $0 == UInt8(ascii: "}") })
        else { return text.isEmpty ? [] : [.text(text)] }
        var syntax = TemplateSyntax(bytes: Array(text.utf8))
        return try syntax.split()
    }

    private init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    private mutating func split() throws(Problem) -> [Piece] {
        while at < bytes.count {
            let byte = bytes[at]
            switch byte {
            case Self.open where next == byte, Self.close where next == byte:
                literal.append(byte)
                at += 2
            case Self.open: try expression()
            case Self.close:
                throw Problem(
                    offset: place(at), length: 1, message: "found a `}` without `{` before it",
                    remedy: "write `}}` for a brace")
            default:
                literal.append(byte)
                at += 1
            }
        }
        endLiteral()
        return pieces
    }

    private static let open = UInt8(ascii: "{")
    private static let close = UInt8(ascii: "}")

    private var next: UInt8? { at + 1 < bytes.count ? bytes[at + 1] : nil }

    /// The code points before a byte.
    private func place(_ end: Int) -> Int { bytes[..<end].count { $0 & 0xC0 != 0x80 } }

    private mutating func endLiteral() {
        guard !literal.isEmpty else { return }
        pieces.append(.text(String(decoding: literal, as: UTF8.self)))
        literal.removeAll()
    }
}

// MARK: - Expressions

extension TemplateSyntax {
    private mutating func expression() throws(Problem) {
        endLiteral()
        let open = at
        at += 1
        var depth = 1
        var areQuotesClosed = true
        while at < bytes.count {
            switch bytes[at] {
            case Self.open: depth += 1
            case Self.close: depth -= 1
            case UInt8(ascii: "'"), UInt8(ascii: "\""): areQuotesClosed = skipQuoted()
            default: break
            }
            if depth == 0 { break }
            at += 1
        }
        guard depth == 0 else {
            throw Problem(
                offset: place(open), length: 1,
                message: "expected `}` after the expression, found none",
                remedy: !areQuotesClosed && bytes[open...].contains(Self.close)
                    ? "close the quotes inside the braces"
                    : "close it with `}`, or write `{{` for a brace")
        }
        let source = String(decoding: bytes[(open + 1)..<at], as: UTF8.self)
        at += 1
        guard source.unicodeScalars.contains(where: { !$0.isSpace }) else {
            throw Problem(
                offset: place(open), length: place(at) - place(open),
                message: "expected an expression in braces, found none",
                remedy: "write `{{` and `}}` for braces")
        }
        pieces.append(.expression(source: source, offset: place(open + 1)))
    }

    /// Moves from an opening quote to the last byte of its closing one, or to the end.
    ///
    /// - Returns: false if there is no closing one.
    private mutating func skipQuoted() -> Bool {
        let quote = bytes[at]
        // `r'\'` ends at its second quote: a raw text has no escapes.
        let isRaw = at > 0 && bytes[at - 1] | 0x20 == UInt8(ascii: "r")
        let isTriple = at + 2 < bytes.count && bytes[at + 1] == quote && bytes[at + 2] == quote
        at += isTriple ? 3 : 1
        while at < bytes.count {
            if bytes[at] == UInt8(ascii: "\\"), !isRaw {
                at += 2
                continue
            }
            if bytes[at] == quote {
                guard isTriple else { return true }
                if at + 2 < bytes.count, bytes[at + 1] == quote, bytes[at + 2] == quote {
                    at += 2
                    return true
                }
            }
            at += 1
        }
        return false
    }
}
