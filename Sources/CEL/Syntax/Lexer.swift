import Text

/// Cuts an expression's text into tokens; it works on UTF-8 and counts code points, by which findings are located.
struct Lexer {
    let text: [UInt8]
    var at = 0
    /// Bytes before `at` that continue a code point: the difference between bytes and code points.
    private var continuations = 0
    /// The place up to which `continuations` has counted.
    private var counted = 0

    init(_ source: String) {
        text = Array(source.utf8)
    }

    /// The next token; at the end of the text always ``Token/Kind/end``.
    ///
    /// Language definition, "Syntax": comments run from `//` to the end of the line.
    mutating func next() throws(CompileError) -> Token {
        skipSpace()
        let start = at
        guard at < text.count else { return token(.end, from: start) }
        switch text[at] {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): return try number()
        case UInt8(ascii: ".") where byte(1).isDigit: return try number()
        case UInt8(ascii: "\""), UInt8(ascii: "'"): return try string()
        case UInt8(ascii: "`"): return try quotedIdentifier()
        case let first where first.isIdentifierHead:
            if isStringPrefix { return try string() }
            while byte(0).isIdentifierTail { at += 1 }
            return token(.identifier, from: start)
        default:
            guard let symbol = symbol() else { throw unexpectedCharacter() }
            return token(.symbol(symbol), from: start)
        }
    }

    func string(_ bytes: Range<Int>) -> String {
        String(decoding: text[bytes], as: UTF8.self)
    }

    /// The byte some places ahead, or 0 after the end; outside of quotes no token contains a 0.
    func byte(_ ahead: Int) -> UInt8 {
        at + ahead < text.count ? text[at + ahead] : 0
    }

    private mutating func skipSpace() {
        while true {
            switch byte(0) {
            case UInt8(ascii: " "), 0x09, 0x0A, 0x0C, 0x0D: at += 1
            case UInt8(ascii: "/") where byte(1) == UInt8(ascii: "/"):
                while at < text.count, text[at] != 0x0A { at += 1 }
            default: return
            }
        }
    }

    /// Whether a text with a prefix begins here: `r`, `b`, or both.
    private var isStringPrefix: Bool {
        func isRaw(_ byte: UInt8) -> Bool { byte | 0x20 == UInt8(ascii: "r") }
        func isBytes(_ byte: UInt8) -> Bool { byte | 0x20 == UInt8(ascii: "b") }
        let (first, second) = (byte(0), byte(1))
        if second.isQuote { return isRaw(first) || isBytes(first) }
        return byte(2).isQuote
            && (isRaw(first) && isBytes(second) || isBytes(first) && isRaw(second))
    }

    private mutating func symbol() -> Token.Symbol? {
        let (first, second) = (byte(0), byte(1))
        if let double = Self.symbol(first, second) {
            at += 2
            return double
        }
        at += 1
        switch first {
        case UInt8(ascii: "("): return .openParenthesis
        case UInt8(ascii: ")"): return .closeParenthesis
        case UInt8(ascii: "["): return .openBracket
        case UInt8(ascii: "]"): return .closeBracket
        case UInt8(ascii: "{"): return .openBrace
        case UInt8(ascii: "}"): return .closeBrace
        case UInt8(ascii: "."): return .dot
        case UInt8(ascii: ","): return .comma
        case UInt8(ascii: ":"): return .colon
        case UInt8(ascii: "?"): return .question
        case UInt8(ascii: "+"): return .plus
        case UInt8(ascii: "-"): return .minus
        case UInt8(ascii: "*"): return .times
        case UInt8(ascii: "/"): return .divide
        case UInt8(ascii: "%"): return .modulo
        case UInt8(ascii: "!"): return .not
        case UInt8(ascii: "<"): return .less
        case UInt8(ascii: ">"): return .greater
        default:
            at -= 1
            return nil
        }
    }

    private static func symbol(_ first: UInt8, _ second: UInt8) -> Token.Symbol? {
        switch (first, second) {
        case (UInt8(ascii: "="), UInt8(ascii: "=")): .equal
        case (UInt8(ascii: "!"), UInt8(ascii: "=")): .notEqual
        case (UInt8(ascii: "<"), UInt8(ascii: "=")): .lessOrEqual
        case (UInt8(ascii: ">"), UInt8(ascii: "=")): .greaterOrEqual
        case (UInt8(ascii: "&"), UInt8(ascii: "&")): .and
        case (UInt8(ascii: "|"), UInt8(ascii: "|")): .or
        default: nil
        }
    }

    mutating func token(_ kind: Token.Kind, from start: Int) -> Token {
        Token(kind: kind, bytes: start..<at, range: range(start..<at))
    }

    /// The code points of a range of bytes; call it in the order of the text.
    mutating func range(_ bytes: Range<Int>) -> SourceRange {
        let offset = codePoint(bytes.lowerBound)
        return SourceRange(offset: offset, length: codePoint(bytes.upperBound) - offset)
    }

    private mutating func codePoint(_ byte: Int) -> Int {
        if byte < counted {
            // Only a finding inside a token asks for an earlier place.
            counted = 0
            continuations = 0
        }
        while counted < byte {
            if text[counted] & 0xC0 == 0x80 { continuations += 1 }
            counted += 1
        }
        return byte - continuations
    }

    mutating func finding(
        _ message: String, at bytes: Range<Int>, remedy: String? = nil
    ) -> CompileError {
        CompileError(message, at: range(bytes), remedy: remedy)
    }

    private mutating func unexpectedCharacter() -> CompileError {
        var end = at + 1
        while end < text.count, text[end] & 0xC0 == 0x80 { end += 1 }
        let lookalike = string(at..<end).unicodeScalars.first.flatMap { Lookalike($0) }
        let remedy: String? =
            switch text[at] {
            case UInt8(ascii: "="): "write '==' to compare"
            case UInt8(ascii: "&"): "write '&&' for and"
            case UInt8(ascii: "|"): "write '||' for or"
            default: text[at] >= 0x80 ? lookalike?.remedy ?? "put text into quotes" : nil
            }
        let found =
            text[at] < 0x20 ? Self.spelling(text[at]) : lookalike?.name ?? "'\(string(at..<end))'"
        return finding(
            "expected a value or an operator, found \(found)", at: at..<end, remedy: remedy)
    }

    /// A control character in quotes, as Swift writes it.
    private static func spelling(_ control: UInt8) -> String {
        if control == 0 { return #""\0""# }
        let digits = String(control, radix: 16, uppercase: true)
        return #""\u{\#(control < 0x10 ? "0" : "")\#(digits)}""#
    }
}

extension UInt8 {
    var isDigit: Bool { self >= UInt8(ascii: "0") && self <= UInt8(ascii: "9") }
    var isQuote: Bool { self == UInt8(ascii: "\"") || self == UInt8(ascii: "'") }
    var isIdentifierHead: Bool {
        let lower = self | 0x20
        return lower >= UInt8(ascii: "a") && lower <= UInt8(ascii: "z") || self == UInt8(ascii: "_")
    }

    var isIdentifierTail: Bool { isIdentifierHead || isDigit }

    var hexDigit: UInt8? {
        if isDigit { return self - UInt8(ascii: "0") }
        let lower = self | 0x20
        guard lower >= UInt8(ascii: "a"), lower <= UInt8(ascii: "f") else { return nil }
        return lower - UInt8(ascii: "a") + 10
    }
}

extension Lexer {
    /// Reads a name in backticks: letters, digits, `_`, `.`, `-`, `/` and space.
    mutating func quotedIdentifier() throws(CompileError) -> Token {
        let start = at
        at += 1
        while byte(0) != UInt8(ascii: "`") {
            let allowed: Bool =
                switch byte(0) {
                case UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "/"), UInt8(ascii: " "):
                    true
                case let other: other.isIdentifierTail
                }
            guard allowed else {
                throw finding(
                    "expected '`' at the end of a name in backticks", at: start..<at,
                    remedy: "allowed are letters, digits, '_', '.', '-', '/' and space; "
                        + "reach other keys with ['key']")
            }
            at += 1
        }
        at += 1
        guard at - start > 2 else {
            throw finding("expected a name between backticks", at: start..<at)
        }
        return token(.quotedIdentifier, from: start)
    }
}
