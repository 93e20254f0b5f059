/// How many columns of a terminal a text needs.
///
/// Letters of East Asian scripts and emoji need two, combining marks none. An emoji made of several
/// code points, such as a flag or one with a skin tone, needs two as a whole.
package struct DisplayWidth {
    private var isJoined = false
    private var flagIsOpen = false
    private var lastWasNarrowEmoji = false
    private var lastWasEmoji = false

    /// The columns of a whole text.
    package static func of(_ text: String) -> Int {
        var width = DisplayWidth()
        return text.unicodeScalars.reduce(0) { $0 + width.columns(adding: $1) }
    }

    /// The columns of a text if each of its code points needs one always; else nil.
    static func columnsIfSimple(_ text: String) -> Int? {
        var columns = 0
        for scalar in text.unicodeScalars {
            guard isOneColumnAlways(scalar) else { return nil }
            columns += 1
        }
        return columns
    }

    /// Whether a code point needs one column after any text, and controls nothing.
    ///
    /// True for Latin letters, punctuation, arrows, lines and the icons; this needs no table of
    /// Unicode.
    static func isOneColumnAlways(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x20...0x7E, 0xA0...0xAC, 0xAE...0x2FF, 0x2010...0x2027, 0x2190...0x21FF,
            0x2500...0x25FC, 0x2605, 0x2606, 0x26A0, 0x2713, 0x2717:
            true
        default: false
        }
    }

    /// The columns that one more code point adds to those before it.
    mutating func columns(adding scalar: Unicode.Scalar) -> Int {
        if scalar.value < 0x300 {
            self = DisplayWidth()
            return 1
        }
        let columns = columnsBeyondLatin(scalar)
        flagIsOpen = Self.isRegionalIndicator(scalar) && columns > 0
        isJoined = scalar.value == 0x200D && lastWasEmoji
        if columns > 0 {
            lastWasEmoji = Emoji.contains(scalar)
            lastWasNarrowEmoji = lastWasEmoji && columns == 1
        } else if scalar.value == 0xFE0F {
            lastWasNarrowEmoji = false
        }
        return columns
    }

    private func columnsBeyondLatin(_ scalar: Unicode.Scalar) -> Int {
        // A variation selector asks for the picture, which is as wide as other emoji.
        if scalar.value == 0xFE0F { return lastWasNarrowEmoji ? 1 : 0 }
        if isJoined || ZeroWidth.contains(scalar) { return 0 }
        if Emoji.isModifier(scalar), lastWasEmoji { return 0 }
        if Self.isRegionalIndicator(scalar) { return flagIsOpen ? 0 : 2 }
        return Self.isWide(scalar) ? 2 : 1
    }

    private static func isRegionalIndicator(_ scalar: Unicode.Scalar) -> Bool {
        (0x1F1E6...0x1F1FF).contains(scalar.value)
    }

    private static func isWide(_ scalar: Unicode.Scalar) -> Bool {
        if Emoji.isPicture(scalar) { return true }
        let value = scalar.value
        guard value >= 0x1100 else { return false }
        return wideRanges.contains { $0.contains(value) }
    }

    /// East Asian Wide and Fullwidth (Unicode Standard Annex 11), without emoji.
    private static let wideRanges: [ClosedRange<UInt32>] = [
        0x1100...0x115F, 0x2329...0x232A, 0x2E80...0x303E, 0x3041...0x3247, 0x3250...0x4DBF,
        0x4E00...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19,
        0xFE30...0xFE6F, 0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x18CFF, 0x1AFF0...0x1B2FF,
        0x1F200...0x1F2FF, 0x20000...0x3FFFD,
    ]
}
