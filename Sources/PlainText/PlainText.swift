/// Makes text from outside harmless, so that no terminal, log or page interprets it.
///
/// Every program prints, logs and stores through these functions. A character that a reader would
/// interpret, or that is invisible, is written as a code: `\u{202e}`. ``TextScalar`` says which
/// characters these are.
package enum PlainText {
    /// The text on one line.
    ///
    /// - Returns: the text with line breaks and all other obeyed characters written as a code.
    package static func line(_ text: String) -> String {
        if text.utf8.allSatisfy(isPrintable) { return text }
        var shown = String.UnicodeScalarView()
        forEach(text) { scalar, isHarmless in append(scalar, isHarmless, to: &shown) }
        return String(shown)
    }

    /// Lines of which each is harmless; only the line breaks between them are kept.
    ///
    /// A caller whose values may hold line breaks makes each value harmless with ``line(_:)``
    /// first, so that no value starts a line.
    ///
    /// - Parameters:
    ///   - text: lines, separated by U+000A.
    ///   - keepsColours: whether the colours that the programs themselves write are kept, for a
    ///     terminal (``TextColour``).
    /// - Returns: the lines with all other obeyed characters written as a code.
    package static func lines(_ text: String, keepsColours: Bool = false) -> String {
        if text.utf8.allSatisfy({ isPrintable($0) || $0 == 0x0A }) { return text }
        let scalars = Array(text.unicodeScalars)
        var shown = String.UnicodeScalarView()
        var at = 0
        while at < scalars.count {
            if keepsColours, let length = TextColour.length(scalars[at...]) {
                shown.append(contentsOf: scalars[at..<at + length])
                at += length
                continue
            }
            let isHarmless = scalars[at] == "\n" || TextScalar.isHarmless(at: at, of: scalars)
            append(scalars[at], isHarmless, to: &shown)
            at += 1
        }
        return String(shown)
    }

    /// Visits each character of a text, for writers that have their own way to write one as a code.
    ///
    /// - Parameters:
    ///   - body: gets a character, and whether it may stay as it is.
    package static func forEach(
        _ text: String, _ body: (_ scalar: Unicode.Scalar, _ isHarmless: Bool) -> Void
    ) {
        let scalars = Array(text.unicodeScalars)
        for at in scalars.indices {
            body(scalars[at], TextScalar.isHarmless(at: at, of: scalars))
        }
    }

    /// An interpreted character as a code: `\u{1b}`.
    package static func spelling(_ scalar: Unicode.Scalar) -> String {
        "\\u{\(String(scalar.value, radix: 16))}"
    }

    private static func append(
        _ scalar: Unicode.Scalar, _ isHarmless: Bool, to shown: inout String.UnicodeScalarView
    ) {
        if isHarmless {
            shown.append(scalar)
        } else {
            shown.append(contentsOf: spelling(scalar).unicodeScalars)
        }
    }

    private static func isPrintable(_ byte: UInt8) -> Bool { (0x20...0x7E).contains(byte) }
}
