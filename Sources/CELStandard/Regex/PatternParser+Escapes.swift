import CEL

extension PatternParser {
    /// What follows a backslash outside of a class.
    mutating func escape() throws(FunctionError) -> PatternNode {
        at -= 1
        if var set = try escapedClass() {
            set.ignoresCase = flags.ignoresCase
            return .one(set)
        }
        at += 1
        switch next {
        case "b": return assertion(.wordBoundary)
        case "B": return assertion(.noWordBoundary)
        case "A": return assertion(.textStart)
        case "z": return assertion(.textEnd)
        default: return literal(try escapedScalar())
        }
    }

    private mutating func assertion(_ assertion: PatternNode.Assertion) -> PatternNode {
        at += 1
        return .assertion(assertion)
    }

    /// `\d`, `\pL` and other sets from their backslash on, or nil for other escapes.
    mutating func escapedClass() throws(FunctionError) -> ScalarSet? {
        guard at + 1 < scalars.count else { return nil }
        let set: ScalarSet
        switch scalars[at + 1] {
        case "d": set = .digits
        case "D": set = ScalarSet.digits.inverted
        case "s": set = .spaces
        case "S": set = ScalarSet.spaces.inverted
        case "w": set = .wordCharacters
        case "W": set = ScalarSet.wordCharacters.inverted
        case "p", "P": return try category()
        default: return nil
        }
        at += 2
        return set
    }

    /// `\pL`, `\p{Lu}`, `\P{Lu}` or `\p{^Lu}`.
    private mutating func category() throws(FunctionError) -> ScalarSet {
        var isNegated = scalars[at + 1] == "P"
        at += 2
        var name: [Unicode.Scalar] = []
        if take("{") {
            if take("^") { isNegated.toggle() }
            name = Array(scalars[at...].prefix { $0 != "}" })
            at += name.count + 1
        } else if let letter = next {
            name = [letter]
            at += 1
        }
        let text = String(String.UnicodeScalarView(name))
        guard at <= scalars.count, let set = ScalarSet.category(text) else {
            throw FunctionError(
                pattern: "expected a general category such as 'L' or 'Lu', found '\(text)'")
        }
        return isNegated ? set.inverted : set
    }

    /// The code point that an escape stands for, from after its backslash on.
    mutating func escapedScalar() throws(FunctionError) -> Unicode.Scalar {
        guard let letter = next else {
            throw FunctionError(pattern: "expected something behind '\\'")
        }
        at += 1
        switch letter {
        case "a": return "\u{07}"
        case "f": return "\u{0C}"
        case "t": return "\t"
        case "n": return "\n"
        case "r": return "\r"
        case "v": return "\u{0B}"
        case "x": return try hexScalar()
        case "0"..."7":
            let digits = scalars[(at - 1)...].prefix(3).prefix { ("0"..."7").contains($0) }
            // A digit other than 0 by itself would be a back-reference.
            guard letter == "0" || digits.count == 3 else { break }
            at += digits.count - 1
            let code = digits.reduce(UInt32(0)) { $0 * 8 + $1.value - 0x30 }
            return try scalar(code)
        default:
            let isLetter = ScalarSet.wordCharacters.contains(letter)
            if letter.isASCII && (!isLetter || letter == "_") { return letter }
        }
        throw FunctionError(pattern: "expected an escape, found '\\\(letter)'")
    }

    private mutating func hexScalar() throws(FunctionError) -> Unicode.Scalar {
        let isBraced = take("{")
        let digits = scalars[at...].prefix(isBraced ? 8 : 2).prefix { $0.hexDigit != nil }
        at += digits.count
        guard isBraced ? !digits.isEmpty && take("}") : digits.count == 2 else {
            throw FunctionError(pattern: "expected hexadecimal digits after '\\x'")
        }
        return try scalar(digits.reduce(UInt32(0)) { $0 << 4 | ($1.hexDigit ?? 0) })
    }

    private func scalar(_ code: UInt32) throws(FunctionError) -> Unicode.Scalar {
        guard let scalar = Unicode.Scalar(code) else {
            throw FunctionError(pattern: "expected a code point in an escape")
        }
        return scalar
    }
}

extension Unicode.Scalar {
    /// The value of an ASCII letter or digit as a hexadecimal digit.
    fileprivate var hexDigit: UInt32? {
        switch self {
        case "0"..."9": value - 0x30
        case "A"..."F": value - 0x41 + 10
        case "a"..."f": value - 0x61 + 10
        default: nil
        }
    }
}
