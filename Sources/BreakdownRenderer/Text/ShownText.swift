import CEL
import Text

/// A text for a terminal, and the columns that it needs.
package struct ShownText: Equatable {
    /// The text, harmless.
    package let text: String
    package let columns: Int

    static let empty = ShownText(text: "", columns: 0)

    static func + (left: ShownText, right: ShownText) -> ShownText {
        ShownText(text: left.text + right.text, columns: left.columns + right.columns)
    }
}

/// Makes texts of the data harmless, and ASCII if the terminal can show nothing else.
///
/// Characters that would control a terminal, reorder its text or hide are written as a code:
/// `\u{9b}` (``PlainText``).
package struct Charset {
    let ascii: Bool

    /// Makes the form of a terminal.
    package init(ascii: Bool) {
        self.ascii = ascii
    }

    /// The text in the form for a terminal.
    ///
    /// - Returns: one line without control characters, and its width.
    package func shown(_ text: String) -> ShownText {
        // Nearly every text takes one of these two paths.
        if text.isPrintableASCII { return ShownText(text: text, columns: text.utf8.count) }
        if !ascii, let columns = DisplayWidth.columnsIfSimple(text) {
            return ShownText(text: text, columns: columns)
        }
        var shown = String.UnicodeScalarView()
        var columns = 0
        var width = DisplayWidth()
        for scalar in PlainText.line(text).unicodeScalars {
            let added = width.columns(adding: scalar)
            if !ascii || scalar.isASCII {
                shown.append(scalar)
                columns += added
            } else if added > 0 {
                let spelling = Transliteration.ascii(scalar)
                shown.append(contentsOf: spelling.unicodeScalars)
                columns += spelling.unicodeScalars.count
            }
        }
        return ShownText(text: String(shown), columns: columns)
    }

    /// A text between two marks: it stands for bold type.
    func marked(_ text: String) -> ShownText {
        let mark = ascii ? "-" : "·"
        let text = shown(text)
        return ShownText(text: "\(mark) \(text.text) \(mark)", columns: text.columns + 4)
    }

    /// Adds the text in the form for a terminal.
    ///
    /// - Parameters:
    ///   - bytes: gets what ``shown(_:)`` returns, in UTF-8.
    func append(_ text: String, to bytes: inout TextBytes) -> Int {
        if text.isPrintableASCII {
            bytes.append(text)
            return text.utf8.count
        }
        let shown = shown(text)
        bytes.append(shown.text)
        return shown.columns
    }
}

extension String {
    /// Whether each byte is a printable character of ASCII; reads eight at a time.
    var isPrintableASCII: Bool {
        let answer = utf8.withContiguousStorageIfAvailable { text in
            let bytes = UnsafeRawBufferPointer(text)
            var at = 0
            while at + 8 <= bytes.count {
                let word = bytes.loadUnaligned(fromByteOffset: at, as: UInt64.self)
                // The highest bit of a byte shows that it is below 0x20, is 0x7F, or is no ASCII.
                let others =
                    (word &- 0x2020_2020_2020_2020) | (word &+ 0x0101_0101_0101_0101) | word
                guard others & 0x8080_8080_8080_8080 == 0 else { return false }
                at += 8
            }
            while at < bytes.count {
                guard (0x20...0x7E).contains(bytes[at]) else { return false }
                at += 1
            }
            return true
        }
        return answer ?? utf8.allSatisfy { (0x20...0x7E).contains($0) }
    }
}

/// Cuts lines for a screen of so many columns.
package enum CutText {
    /// The beginning of a line that is not wider than a number of columns.
    ///
    /// - Parameters:
    ///   - line: harmless text; it may have the colours that the programs write themselves (ECMA-48 SGR), which
    ///     need no columns.
    ///   - end: what shows that something is missing, if it fits: `…`.
    /// - Returns: the line as it is if it fits; else its beginning and `end`, without open colours.
    package static func line(_ line: String, columns: Int, end: String = "") -> String {
        let end = DisplayWidth.of(end) <= columns ? end : ""
        let room = max(0, columns - DisplayWidth.of(end))
        var width = DisplayWidth()
        var used = 0
        var isColour = false
        var hasColour = false
        var kept = String.UnicodeScalarView()
        // What fits only if the rest of the line fits, too.
        var tail = String.UnicodeScalarView()
        for scalar in line.unicodeScalars {
            if isColour || scalar == "\u{1B}" {
                isColour = scalar != "m"
                hasColour = true
            } else {
                used += width.columns(adding: scalar)
            }
            guard used <= columns else {
                return "\(String(kept))\(end)" + (hasColour ? "\u{1B}[0m" : "")
            }
            if used <= room { kept.append(scalar) } else { tail.append(scalar) }
        }
        return String(kept) + String(tail)
    }
}

/// The ASCII form of characters beyond ASCII.
enum Transliteration {
    /// The nearest ASCII: a sign's ASCII form, a letter without its accent, or `?`.
    ///
    /// - Parameter scalar: a code point beyond ASCII that is not a combining mark.
    /// - Returns: one or more ASCII characters.
    static func ascii(_ scalar: Unicode.Scalar) -> String {
        if let icon = icons.last(where: { $0.scalar == scalar }) { return icon.ascii }
        if let sign = signs.first(where: { $0.scalar == scalar }) { return sign.ascii }
        let offset = Int(scalar.value) - 0xC0
        return letters.indices.contains(offset) ? letters[offset] : "?"
    }

    private typealias Form = (scalar: Unicode.Scalar, ascii: String)

    private static let icons: [Form] = Icon.allCases.flatMap { icon in
        icon.character.unicodeScalars.map { ($0, icon.ascii) }
    }

    private static let signs: [Form] = [
        ("\u{A0}", " "), ("\u{202F}", " "), ("\u{2009}", " "), ("\u{3000}", " "), ("¡", "!"),
        ("¢", "c"), ("£", "GBP"), ("¥", "JPY"), ("€", "EUR"), ("©", "(c)"), ("®", "(R)"),
        ("™", "(TM)"), ("«", "<<"), ("»", ">>"), ("°", "deg"), ("±", "+/-"), ("²", "2"), ("³", "3"),
        ("¹", "1"), ("¼", "1/4"), ("½", "1/2"), ("¾", "3/4"), ("¿", "?"), ("µ", "u"), ("—", "--"),
        ("―", "--"), ("‐", "-"), ("‑", "-"), ("‒", "-"), ("−", "-"), ("‘", "'"), ("’", "'"),
        ("‚", "'"), ("“", "\""), ("”", "\""), ("„", "\""), ("•", "*"), ("≤", "<="), ("≥", ">="),
        ("≠", "!="), ("≈", "~"), ("⇒", "=>"), ("✔", "Y"), ("✘", "N"), ("▲", "^"), ("▼", "v"),
        ("◀", "<"), ("▶", ">"), ("☆", "*"), ("◆", "*"), ("◇", "o"),
    ]

    /// U+00C0 to U+017F in order.
    private static let letters: [String] = """
        A A A A A A AE C E E E E I I I I D N O O O O O x O U U U U Y TH ss \
        a a a a a a ae c e e e e i i i i d n o o o o o / o u u u u y th y \
        A a A a A a C c C c C c C c D d D d E e E e E e E e E e G g G g G g G g H h H h \
        I i I i I i I i I i IJ ij J j K k q L l L l L l L l L l N n N n N n 'n N n \
        O o O o O o OE oe R r R r R r S s S s S s S s T t T t T t U u U u U u U u U u U u \
        W w Y y Y Z z Z z Z z s
        """.pieces(between: " ")
}
