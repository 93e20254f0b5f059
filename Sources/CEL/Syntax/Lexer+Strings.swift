extension Lexer {
    struct Quotes {
        /// `'` or `"`.
        let mark: UInt8
        /// Whether three marks open and close it; then it may run over several lines.
        let isTriple: Bool
        /// Whether a backslash is an ordinary character.
        let isRaw: Bool
        let isBytes: Bool
        /// The number of bytes before the content.
        let openingLength: Int

        var closingLength: Int { isTriple ? 3 : 1 }
    }

    /// Reads a text to its closing quote and does not interpret its escapes.
    mutating func string() throws(CompileError) -> Token {
        let start = at
        let quotes = quotes(at: at)
        at += quotes.openingLength
        while at < text.count {
            switch text[at] {
            case quotes.mark
            where !quotes.isTriple || byte(1) == quotes.mark && byte(2) == quotes.mark:
                at += quotes.closingLength
                return token(quotes.isBytes ? .bytes : .string, from: start)
            case UInt8(ascii: "\\") where !quotes.isRaw: at += 2
            case 0x0A, 0x0D:
                guard quotes.isTriple else { throw unclosed(quotes, from: start) }
                at += 1
            default: at += 1
            }
        }
        at = text.count
        throw unclosed(quotes, from: start)
    }

    private mutating func unclosed(_ quotes: Quotes, from start: Int) -> CompileError {
        let mark = String(
            repeating: Character(Unicode.Scalar(quotes.mark)), count: quotes.closingLength)
        return finding("expected \(mark) at the end of a text", at: start..<at)
    }

    private func quotes(at start: Int) -> Quotes {
        var isRaw = false
        var isBytes = false
        var place = start
        while !text[place].isQuote {
            if text[place] | 0x20 == UInt8(ascii: "r") { isRaw = true } else { isBytes = true }
            place += 1
        }
        let mark = text[place]
        let isTriple = place + 2 < text.count && text[place + 1] == mark && text[place + 2] == mark
        return Quotes(
            mark: mark, isTriple: isTriple, isRaw: isRaw, isBytes: isBytes,
            openingLength: place - start + (isTriple ? 3 : 1))
    }

    /// The value of a text token, as UTF-8, or of a bytes token.
    ///
    /// In a text, `\x` and octal escapes mean code points; in bytes they mean octets.
    mutating func content(of token: Token) throws(CompileError) -> [UInt8] {
        let quotes = quotes(at: token.bytes.lowerBound)
        var place = token.bytes.lowerBound + quotes.openingLength
        let end = token.bytes.upperBound - quotes.closingLength
        guard !quotes.isRaw, text[place..<end].contains(UInt8(ascii: "\\")) else {
            return Array(text[place..<end])
        }
        var content: [UInt8] = []
        content.reserveCapacity(end - place)
        while place < end {
            if text[place] == UInt8(ascii: "\\") {
                try escape(&place, isBytes: quotes.isBytes, into: &content)
            } else {
                content.append(text[place])
                place += 1
            }
        }
        return content
    }

    private mutating func escape(
        _ place: inout Int, isBytes: Bool, into content: inout [UInt8]
    ) throws(CompileError) {
        let start = place
        let letter = text[place + 1]
        place += 2
        switch letter {
        case UInt8(ascii: "a"): content.append(0x07)
        case UInt8(ascii: "b"): content.append(0x08)
        case UInt8(ascii: "f"): content.append(0x0C)
        case UInt8(ascii: "n"): content.append(0x0A)
        case UInt8(ascii: "r"): content.append(0x0D)
        case UInt8(ascii: "t"): content.append(0x09)
        case UInt8(ascii: "v"): content.append(0x0B)
        case UInt8(ascii: "\\"), UInt8(ascii: "?"), UInt8(ascii: "\""), UInt8(ascii: "'"),
            UInt8(ascii: "`"):
            content.append(letter)
        case UInt8(ascii: "x"), UInt8(ascii: "X"):
            let code = try digits(2, radix: 16, at: &place, from: start)
            append(code, asOctet: isBytes, to: &content)
        case UInt8(ascii: "0")...UInt8(ascii: "3"):
            place -= 1
            let code = try digits(3, radix: 8, at: &place, from: start)
            append(code, asOctet: isBytes, to: &content)
        case UInt8(ascii: "u") where !isBytes, UInt8(ascii: "U") where !isBytes:
            let count = letter == UInt8(ascii: "u") ? 4 : 8
            let code = try digits(count, radix: 16, at: &place, from: start)
            guard let scalar = Unicode.Scalar(code) else {
                throw finding(
                    "expected a code point, found '\(string(start..<place))'", at: start..<place,
                    remedy: "surrogates and numbers above 10FFFF are not code points")
            }
            content.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
        default:
            while place < text.count, text[place] & 0xC0 == 0x80 { place += 1 }
            throw finding(
                "expected an escape, found '\(string(start..<place))'", at: start..<place,
                remedy: "write '\\\\' for a backslash")
        }
    }

    private mutating func digits(
        _ count: Int, radix: UInt32, at place: inout Int, from start: Int
    ) throws(CompileError) -> UInt32 {
        var code: UInt32 = 0
        for _ in 0..<count {
            guard place < text.count, let digit = text[place].hexDigit, digit < radix else {
                throw finding(
                    "expected \(count) \(radix == 8 ? "octal" : "hexadecimal") digits in an escape",
                    at: start..<place)
            }
            // There are at most eight hexadecimal digits, so nothing is lost.
            code = code &* radix | UInt32(digit)
            place += 1
        }
        return code
    }

    private func append(_ code: UInt32, asOctet: Bool, to content: inout [UInt8]) {
        if asOctet {
            content.append(UInt8(truncatingIfNeeded: code))
        } else if let scalar = Unicode.Scalar(code) {
            content.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
        }
    }

    /// Reads a number: digits, `0x` and hexadecimal digits, either with `u` after it, or a decimal
    /// number with a fraction, an exponent or both.
    mutating func number() throws(CompileError) -> Token {
        let start = at
        if byte(0) == UInt8(ascii: "0"), byte(1) | 0x20 == UInt8(ascii: "x") {
            at += 2
            let digits = at
            while byte(0).hexDigit != nil { at += 1 }
            guard at > digits else {
                throw finding("expected hexadecimal digits after '0x'", at: start..<at)
            }
            return try wholeNumber(from: start)
        }
        while byte(0).isDigit { at += 1 }
        var isDecimal = false
        if byte(0) == UInt8(ascii: "."), byte(1).isDigit {
            isDecimal = true
            at += 1
            while byte(0).isDigit { at += 1 }
        }
        if byte(0) | 0x20 == UInt8(ascii: "e") {
            let signed = byte(1) == UInt8(ascii: "+") || byte(1) == UInt8(ascii: "-")
            if byte(signed ? 2 : 1).isDigit {
                isDecimal = true
                at += signed ? 2 : 1
                while byte(0).isDigit { at += 1 }
            }
        }
        guard isDecimal else { return try wholeNumber(from: start) }
        try endOfNumber(from: start)
        return token(.decimal, from: start)
    }

    private mutating func wholeNumber(from start: Int) throws(CompileError) -> Token {
        let isUnsigned = byte(0) | 0x20 == UInt8(ascii: "u")
        if isUnsigned { at += 1 }
        try endOfNumber(from: start)
        return token(isUnsigned ? .unsignedInteger : .integer, from: start)
    }

    /// Refuses `12abc`, which would otherwise be read as two values.
    private mutating func endOfNumber(from start: Int) throws(CompileError) {
        guard byte(0).isIdentifierHead else { return }
        let digits = start..<at
        while byte(0).isIdentifierTail { at += 1 }
        throw finding(
            "expected a number, found '\(string(start..<at).shortened(to: 40))'", at: start..<at,
            remedy: "names do not begin with a digit; put an operator after \(string(digits))")
    }
}
