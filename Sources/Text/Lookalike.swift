/// A character that looks like the intended one, and is another.
///
/// Word processors and web pages put them in place of what was typed.
package struct Lookalike: Equatable, Sendable {
    package enum Likeness: Sendable {
        case space, quotationMark, dash
    }

    package let kind: Likeness
    /// Its name in a sentence: `a no-break space (U+00A0)`.
    package let name: String

    /// Knows a character; nil for one that is what it looks like.
    package init?(_ scalar: Unicode.Scalar) {
        let code = scalar.codePoint
        switch scalar.value {
        case 0xA0, 0x202F: (kind, name) = (.space, "a no-break space (\(code))")
        case 0x2000...0x200B, 0x205F, 0x3000: (kind, name) = (.space, "another space (\(code))")
        case 0x2018...0x201F, 0xAB, 0xBB:
            (kind, name) = (.quotationMark, "a curly quotation mark \(scalar) (\(code))")
        case 0x2010...0x2014, 0x2212: (kind, name) = (.dash, "a dash \(scalar) (\(code))")
        default: return nil
        }
    }

    /// What to do about it, in a sentence.
    package var remedy: String {
        switch kind {
        case .space: "type a plain space"
        case .quotationMark: "type a plain quotation mark: \" or '"
        case .dash: "type a plain -"
        }
    }
}

extension Unicode.Scalar {
    /// The code point as Unicode writes it: `U+00A0`.
    package var codePoint: String {
        let digits = String(value, radix: 16, uppercase: true)
        return "U+" + String(repeating: "0", count: max(0, 4 - digits.utf8.count)) + digits
    }
}
