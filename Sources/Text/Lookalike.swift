/// A character that word processors and web pages use instead of a similar plain one.
package struct Lookalike: Equatable, Sendable {
    package enum Likeness: Sendable {
        case space, quotationMark, dash

        /// What a character looks like; nil for one that is what it looks like.
        package init?(_ scalar: Unicode.Scalar) {
            switch scalar.value {
            case 0xA0, 0x2000...0x200B, 0x202F, 0x205F, 0x3000: self = .space
            case 0x2018...0x201F, 0xAB, 0xBB: self = .quotationMark
            case 0x2010...0x2014, 0x2212: self = .dash
            default: return nil
            }
        }
    }

    package let kind: Likeness
    /// Its name in a sentence: `a no-break space (U+00A0)`.
    package let name: String

    package init?(_ scalar: Unicode.Scalar) {
        guard let kind = Likeness(scalar) else { return nil }
        self.kind = kind
        let isWithoutBreak = scalar == "\u{A0}" || scalar == "\u{202F}"
        let words =
            switch kind {
            case .space: isWithoutBreak ? "a no-break space" : "another space"
            case .quotationMark: "a curly quotation mark \(scalar)"
            case .dash: "a dash \(scalar)"
            }
        name = "\(words) (\(scalar.codePoint))"
    }

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
