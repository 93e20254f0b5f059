extension Lexer {
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
