/// Makes text from outside harmless, so that no terminal, log or page interprets it.
///
/// Every program prints, logs and stores through these functions. A character that a reader would
/// interpret, or that is invisible, is written as a code: `\u{202e}`. ``TextScalar`` says which
/// characters these are.

package enum PlainText {
    /// The text on one line, with line breaks and all other obeyed characters written as a code.
    package static func line(_ text: String) -> String {
        if text.utf8.allSatisfy(isPrintable) { return text }
        var shown = String.UnicodeScalarView()
        forEach(text) { scalar, isHarmless in append(scalar, isHarmless, to: &shown) }
        return String(shown)
    }

    /// Keeps only the line breaks between lines; a value that may hold one must be made harmless with ``line(_:)`` first.
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

    /// The lines of the parser of arguments, made harmless, because it quotes arguments as they were typed.
    package static func usage(_ text: String, arguments: some Sequence<String>) -> String {
        var scalars = Array(text.unicodeScalars)
        for argument in arguments {
            replace(argument, in: &scalars)
            // An option's value may stand after a sign =.
            if let sign = argument.unicodeScalars.firstIndex(of: "=") {
                let value = argument.unicodeScalars[sign...].dropFirst()
                replace(String(value), in: &scalars)
            }
        }
        return lines(String(String.UnicodeScalarView(scalars)))
    }

    private static func replace(_ argument: String, in text: inout [Unicode.Scalar]) {
        let shown = mayHoldPassword(argument) ? "***" : line(argument)
        let sought = Array(argument.unicodeScalars)
        let replacement = Array(shown.unicodeScalars)
        guard sought != replacement, !sought.isEmpty else { return }
        var at = 0
        while at + sought.count <= text.count {
            if text[at..<at + sought.count].elementsEqual(sought) {
                text.replaceSubrange(at..<at + sought.count, with: replacement)
                at += replacement.count
            } else {
                at += 1
            }
        }
    }

    /// Whether a text looks like an address with a user, or with something that is no port.
    private static func mayHoldPassword(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        guard !bytes.contains(UInt8(ascii: "@")) else { return true }
        let sign = Array("://".utf8)
        guard let start = bytes.indices.first(where: { bytes[$0...].starts(with: sign) }) else {
            return false
        }
        return bytes[(start + sign.count)...].contains { ":?".utf8.contains($0) }
    }
}

/// The colours and weights that the programs write themselves (ECMA-48 SGR); other sequences could hide text.
enum TextColour {
    /// The parameters between `ESC [` and `m`: off, strong, faint, reversed, colours.
    private static let parameters: [[Unicode.Scalar]] =
        ["0", "1", "2", "7", "31", "32", "33", "94", "1;31", "1;32", "1;35", "1;94"]
        .map { Array($0.unicodeScalars) }

    /// The length of the sequence that a text starts with; nil if it starts with something else.
    static func length(_ scalars: ArraySlice<Unicode.Scalar>) -> Int? {
        guard scalars.first == "\u{1B}", scalars.dropFirst().first == "[" else { return nil }
        let found = scalars.dropFirst(2).prefix(5).prefix { $0 != "m" }
        guard scalars.dropFirst(2 + found.count).first == "m",
            parameters.contains(where: { $0.elementsEqual(found) })
        else { return nil }
        return found.count + 3
    }
}
