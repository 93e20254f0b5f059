import Text

extension JSONParser {
    /// Reads a text from its opening quote to after its closing one.
    mutating func string() throws(JSONError) -> String {
        let start = at + 1
        if let bytes = try asciiBytes() { return String(decoding: bytes, as: UTF8.self) }
        at = start
        return try anyString()
    }

    mutating func key() throws(JSONError) -> TextKey {
        let start = at + 1
        if let bytes = try asciiBytes() {
            return TextKey(String(decoding: bytes, as: UTF8.self), KeyPrint(bytes))
        }
        at = start
        return TextKey(try anyString())
    }

    /// The bytes of a text of ASCII without escapes, as nearly all are; nil for every other text, passed over in part.
    private mutating func asciiBytes() throws(JSONError) -> UnsafeBufferPointer<UInt8>? {
        let start = at + 1
        at = text.endOfPlainBytes(from: start)
        switch peek {
        case UInt8(ascii: "\""):
            at += 1
            return UnsafeBufferPointer(rebasing: text[start..<at - 1])
        case 0..<0x20 where at < text.count:
            throw fail("expected control characters in a text to be escaped, found \(found)")
        case 0: throw fail("expected '\"' at the end of a text, found \(found)")
        default: return nil
        }
    }

    /// The slow way, for every text, from after its opening quote on.
    private mutating func anyString() throws(JSONError) -> String {
        let start = at
        var bytes: [UInt8] = []
        while at < text.count {
            switch text[at] {
            case UInt8(ascii: "\""):
                guard let string = String(validating: bytes, as: UTF8.self) else {
                    at = start
                    throw fail("expected valid UTF-8 in a text")
                }
                at += 1
                return string
            case UInt8(ascii: "\\"):
                at += 1
                let scalar = try escape()
                bytes.append(contentsOf: String(scalar).utf8)
            case 0..<0x20:
                throw fail("expected control characters in a text to be escaped, found \(found)")
            case let byte:
                bytes.append(byte)
                at += 1
            }
        }
        throw fail("expected '\"' at the end of a text, found \(found)")
    }

    private mutating func escape() throws(JSONError) -> Unicode.Scalar {
        let letter = peek
        switch letter {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"):
            at += 1
            return Unicode.Scalar(letter)
        case UInt8(ascii: "b"): return simple(0x08)
        case UInt8(ascii: "f"): return simple(0x0C)
        case UInt8(ascii: "n"): return simple(0x0A)
        case UInt8(ascii: "r"): return simple(0x0D)
        case UInt8(ascii: "t"): return simple(0x09)
        case UInt8(ascii: "u"):
            at += 1
            return try unicodeEscape()
        default: throw fail("expected one of \" \\ / b f n r t u after a backslash, found \(found)")
        }
    }

    private mutating func simple(_ code: UInt8) -> Unicode.Scalar {
        at += 1
        return Unicode.Scalar(code)
    }

    private mutating func unicodeEscape() throws(JSONError) -> Unicode.Scalar {
        let first = try fourHexDigits()
        if let scalar = Unicode.Scalar(first) { return scalar }
        // Only a high surrogate directly before a low one means a code point (RFC 8259 §7).
        guard first < 0xDC00, peek == UInt8(ascii: "\\"), at + 1 < text.count,
            text[at + 1] == UInt8(ascii: "u")
        else { throw fail("expected a pair of surrogates, found a lone one") }
        at += 2
        let second = try fourHexDigits()
        guard
            (0xDC00...0xDFFF).contains(second),
            let scalar = Unicode.Scalar(0x10000 + ((first - 0xD800) << 10) + (second - 0xDC00))
        else { throw fail("expected a pair of surrogates, found a lone one") }
        return scalar
    }

    private mutating func fourHexDigits() throws(JSONError) -> UInt32 {
        var code: UInt32 = 0
        for _ in 0..<4 {
            let digit: UInt8
            switch peek {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = peek - UInt8(ascii: "0")
            case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = peek - UInt8(ascii: "a") + 10
            case UInt8(ascii: "A")...UInt8(ascii: "F"): digit = peek - UInt8(ascii: "A") + 10
            default: throw fail("expected four hexadecimal digits after \\u, found \(found)")
            }
            code = code << 4 | UInt32(digit)
            at += 1
        }
        return code
    }

    /// Reads a number; one without fraction and exponent stays an exact integer.
    mutating func number() throws(JSONError) -> JSON {
        if let number = shortInteger() { return .integer(number) }
        let start = at
        if peek == UInt8(ascii: "-") { at += 1 }
        let digitsStart = at
        try digits()
        guard text[digitsStart] != UInt8(ascii: "0") || at == digitsStart + 1 else {
            at = digitsStart
            throw fail("expected no leading zero in a number")
        }
        var isInteger = true
        if peek == UInt8(ascii: ".") {
            isInteger = false
            at += 1
            try digits()
        }
        if peek | 0x20 == UInt8(ascii: "e") {
            isInteger = false
            at += 1
            if peek == UInt8(ascii: "+") || peek == UInt8(ascii: "-") { at += 1 }
            try digits()
        }
        guard at - start <= numberBytesMax else {
            at = start
            throw fail("expected a number of at most \(numberBytesMax) characters")
        }
        if isInteger { return integer(digits: start..<at) }
        let decimal = try double(start)
        guard limits.wholeDecimalsAreIntegers else { return .double(decimal) }
        return wholeNumber(decimal, start) ?? .double(decimal)
    }

    /// Reads a number of up to 18 digits and nothing else; nil for every other number, and then passes nothing.
    private mutating func shortInteger() -> Int64? {
        let isNegative = peek == UInt8(ascii: "-")
        let start = isNegative ? at + 1 : at
        let end = min(start + 18, text.count)
        var next = start
        var value: Int64 = 0
        while next < end {
            let digit = text[next] &- UInt8(ascii: "0")
            guard digit <= 9 else { break }
            value = value &* 10 &+ Int64(digit)
            next += 1
        }
        guard next > start, next < text.count,
            text[start] != UInt8(ascii: "0") || next == start + 1
        else { return nil }
        switch text[next] {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "e"),
            UInt8(ascii: "E"):
            return nil
        default: break
        }
        at = next
        return isNegative ? -value : value
    }

    private mutating func digits() throws(JSONError) {
        let start = at
        while at < text.count, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(text[at]) {
            at += 1
        }
        guard at > start else { throw fail("expected a digit, found \(found)") }
    }

    private func integer(digits: Range<Int>) -> JSON {
        let negative = text[digits.lowerBound] == UInt8(ascii: "-")
        var value: Int64 = 0
        for byte in text[(negative ? digits.lowerBound + 1 : digits.lowerBound)..<digits.upperBound]
        {
            let digit = Int64(byte - UInt8(ascii: "0"))
            let (tenfold, overflow) = value.multipliedReportingOverflow(by: 10)
            let (next, overflowToo) =
                negative
                ? tenfold.subtractingReportingOverflow(digit)
                : tenfold.addingReportingOverflow(digit)
            if overflow || overflowToo {
                return .bigInteger(String(decoding: text[digits], as: UTF8.self))
            }
            value = next
        }
        return .integer(value)
    }

    /// The integer that a decimal number is, digit by digit where it has no exponent; nil if it has a fraction.
    private func wholeNumber(_ decimal: Double, _ start: Int) -> JSON? {
        guard decimal.rounded(.towardZero) == decimal else { return nil }
        let written = text[start..<at]
        if let point = written.firstIndex(of: UInt8(ascii: ".")),
            written[(point + 1)...].allSatisfy({ $0 == UInt8(ascii: "0") })
        {
            return integer(digits: start..<point)
        }
        // Beyond 2^53 a double's digits are no longer all its own.
        guard decimal.magnitude < 0x1p53 else { return nil }
        return Int64(exactly: decimal).map { .integer($0) }
    }

    private mutating func double(_ start: Int) throws(JSONError) -> Double {
        guard
            let value = Double(String(decoding: text[start..<at], as: UTF8.self)), value.isFinite
        else {
            at = start
            throw fail("expected a number within the range of a double")
        }
        return value
    }

    /// Reads a word; `offset` is where its last four bytes begin, and the bytes before them are read already.
    mutating func word(
        _ word: StaticString, from offset: Int, _ value: JSON
    ) throws(JSONError) -> JSON {
        let start = at + offset
        guard text.count - start >= 4,
            UnsafeRawPointer(word.utf8Start + offset).loadUnaligned(as: UInt32.self)
                == UnsafeRawBufferPointer(text).loadUnaligned(
                    fromByteOffset: start, as: UInt32.self)
        else { throw fail("expected a value, found \(found)") }
        at = start + 4
        return value
    }
}

extension JSONParser {
    /// The next byte, or 0 at the end: no token starts with 0.
    var peek: UInt8 { at < text.count ? text[at] : 0 }

    mutating func skipSpace() {
        while at < text.count {
            switch text[at] {
            case UInt8(ascii: " "), UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: "\t"):
                at += 1
            default: return
            }
        }
    }

    mutating func take(_ expected: Unicode.Scalar) -> Bool {
        guard at < text.count, text[at] == UInt8(ascii: expected) else { return false }
        at += 1
        return true
    }

    /// What is at this place, in words for "expected …, found …".
    var found: String {
        guard at < text.count else { return "the end of the text" }
        let byte = text[at]
        guard byte > 0x20, byte < 0x7F else { return "the byte 0x\(String(byte, radix: 16))" }
        return "'\(Character(Unicode.Scalar(byte)))'"
    }

    func fail(_ problem: String) -> JSONError {
        .refused(problem: problem, TextPosition(offset: at, in: text))
    }
}
