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

/// Which code points are emoji, as Unicode 17's `emoji-data.txt` says.
///
/// The standard library asks a table of all properties, which weighs 12 kB in the WebAssembly module.
/// A test compares these two lists with it.
enum Emoji {
    /// Whether a code point beyond Latin letters may be drawn as a picture.
    static func contains(_ scalar: Unicode.Scalar) -> Bool {
        isPicture(scalar) || isWithin(texts, scalar.value)
    }

    /// Whether a code point is a picture without asking for one.
    static func isPicture(_ scalar: Unicode.Scalar) -> Bool {
        isWithin(pictures, scalar.value)
    }

    /// Whether a code point is a tone of skin for the emoji before it.
    static func isModifier(_ scalar: Unicode.Scalar) -> Bool {
        (0x1F3FB...0x1F3FF).contains(scalar.value)
    }

    /// Whether one of the ranges has a code point.
    ///
    /// The compiler writes pairs into the program; ranges would be computed at the start.
    private static func isWithin(_ ranges: [(first: UInt32, last: UInt32)], _ value: UInt32) -> Bool
    {
        var (from, to) = (0, ranges.count)
        while from < to {
            let middle = (from + to) / 2
            let range = ranges[middle]
            if value < range.first {
                to = middle
            } else if value > range.last {
                from = middle + 1
            } else {
                return true
            }
        }
        return false
    }

    /// `Emoji_Presentation`.
    private static let pictures: [(first: UInt32, last: UInt32)] = [
        (0x231A, 0x231B), (0x23E9, 0x23EC), (0x23F0, 0x23F0), (0x23F3, 0x23F3), (0x25FD, 0x25FE),
        (0x2614, 0x2615), (0x2648, 0x2653), (0x267F, 0x267F), (0x2693, 0x2693), (0x26A1, 0x26A1),
        (0x26AA, 0x26AB), (0x26BD, 0x26BE), (0x26C4, 0x26C5), (0x26CE, 0x26CE), (0x26D4, 0x26D4),
        (0x26EA, 0x26EA), (0x26F2, 0x26F3), (0x26F5, 0x26F5), (0x26FA, 0x26FA), (0x26FD, 0x26FD),
        (0x2705, 0x2705), (0x270A, 0x270B), (0x2728, 0x2728), (0x274C, 0x274C), (0x274E, 0x274E),
        (0x2753, 0x2755), (0x2757, 0x2757), (0x2795, 0x2797), (0x27B0, 0x27B0), (0x27BF, 0x27BF),
        (0x2B1B, 0x2B1C), (0x2B50, 0x2B50), (0x2B55, 0x2B55), (0x1F004, 0x1F004),
        (0x1F0CF, 0x1F0CF),
        (0x1F18E, 0x1F18E), (0x1F191, 0x1F19A), (0x1F1E6, 0x1F1FF), (0x1F201, 0x1F201),
        (0x1F21A, 0x1F21A), (0x1F22F, 0x1F22F), (0x1F232, 0x1F236), (0x1F238, 0x1F23A),
        (0x1F250, 0x1F251), (0x1F300, 0x1F320), (0x1F32D, 0x1F335), (0x1F337, 0x1F37C),
        (0x1F37E, 0x1F393), (0x1F3A0, 0x1F3CA), (0x1F3CF, 0x1F3D3), (0x1F3E0, 0x1F3F0),
        (0x1F3F4, 0x1F3F4), (0x1F3F8, 0x1F43E), (0x1F440, 0x1F440), (0x1F442, 0x1F4FC),
        (0x1F4FF, 0x1F53D), (0x1F54B, 0x1F54E), (0x1F550, 0x1F567), (0x1F57A, 0x1F57A),
        (0x1F595, 0x1F596), (0x1F5A4, 0x1F5A4), (0x1F5FB, 0x1F64F), (0x1F680, 0x1F6C5),
        (0x1F6CC, 0x1F6CC), (0x1F6D0, 0x1F6D2), (0x1F6D5, 0x1F6D8), (0x1F6DC, 0x1F6DF),
        (0x1F6EB, 0x1F6EC), (0x1F6F4, 0x1F6FC), (0x1F7E0, 0x1F7EB), (0x1F7F0, 0x1F7F0),
        (0x1F90C, 0x1F93A), (0x1F93C, 0x1F945), (0x1F947, 0x1F9FF), (0x1FA70, 0x1FA7C),
        (0x1FA80, 0x1FA8A), (0x1FA8E, 0x1FAC6), (0x1FAC8, 0x1FAC8), (0x1FACD, 0x1FADC),
        (0x1FADF, 0x1FAEA), (0x1FAEF, 0x1FAF8),
    ]

    /// `Emoji` without `Emoji_Presentation`, from U+0300 on.
    private static let texts: [(first: UInt32, last: UInt32)] = [
        (0x203C, 0x203C), (0x2049, 0x2049), (0x2122, 0x2122), (0x2139, 0x2139), (0x2194, 0x2199),
        (0x21A9, 0x21AA), (0x2328, 0x2328), (0x23CF, 0x23CF), (0x23ED, 0x23EF), (0x23F1, 0x23F2),
        (0x23F8, 0x23FA), (0x24C2, 0x24C2), (0x25AA, 0x25AB), (0x25B6, 0x25B6), (0x25C0, 0x25C0),
        (0x25FB, 0x25FC), (0x2600, 0x2604), (0x260E, 0x260E), (0x2611, 0x2611), (0x2618, 0x2618),
        (0x261D, 0x261D), (0x2620, 0x2620), (0x2622, 0x2623), (0x2626, 0x2626), (0x262A, 0x262A),
        (0x262E, 0x262F), (0x2638, 0x263A), (0x2640, 0x2640), (0x2642, 0x2642), (0x265F, 0x2660),
        (0x2663, 0x2663), (0x2665, 0x2666), (0x2668, 0x2668), (0x267B, 0x267B), (0x267E, 0x267E),
        (0x2692, 0x2692), (0x2694, 0x2697), (0x2699, 0x2699), (0x269B, 0x269C), (0x26A0, 0x26A0),
        (0x26A7, 0x26A7), (0x26B0, 0x26B1), (0x26C8, 0x26C8), (0x26CF, 0x26CF), (0x26D1, 0x26D1),
        (0x26D3, 0x26D3), (0x26E9, 0x26E9), (0x26F0, 0x26F1), (0x26F4, 0x26F4), (0x26F7, 0x26F9),
        (0x2702, 0x2702), (0x2708, 0x2709), (0x270C, 0x270D), (0x270F, 0x270F), (0x2712, 0x2712),
        (0x2714, 0x2714), (0x2716, 0x2716), (0x271D, 0x271D), (0x2721, 0x2721), (0x2733, 0x2734),
        (0x2744, 0x2744), (0x2747, 0x2747), (0x2763, 0x2764), (0x27A1, 0x27A1), (0x2934, 0x2935),
        (0x2B05, 0x2B07), (0x3030, 0x3030), (0x303D, 0x303D), (0x3297, 0x3297), (0x3299, 0x3299),
        (0x1F170, 0x1F171), (0x1F17E, 0x1F17F), (0x1F202, 0x1F202), (0x1F237, 0x1F237),
        (0x1F321, 0x1F321), (0x1F324, 0x1F32C), (0x1F336, 0x1F336), (0x1F37D, 0x1F37D),
        (0x1F396, 0x1F397), (0x1F399, 0x1F39B), (0x1F39E, 0x1F39F), (0x1F3CB, 0x1F3CE),
        (0x1F3D4, 0x1F3DF), (0x1F3F3, 0x1F3F3), (0x1F3F5, 0x1F3F5), (0x1F3F7, 0x1F3F7),
        (0x1F43F, 0x1F43F), (0x1F441, 0x1F441), (0x1F4FD, 0x1F4FD), (0x1F549, 0x1F54A),
        (0x1F56F, 0x1F570), (0x1F573, 0x1F579), (0x1F587, 0x1F587), (0x1F58A, 0x1F58D),
        (0x1F590, 0x1F590), (0x1F5A5, 0x1F5A5), (0x1F5A8, 0x1F5A8), (0x1F5B1, 0x1F5B2),
        (0x1F5BC, 0x1F5BC), (0x1F5C2, 0x1F5C4), (0x1F5D1, 0x1F5D3), (0x1F5DC, 0x1F5DE),
        (0x1F5E1, 0x1F5E1), (0x1F5E3, 0x1F5E3), (0x1F5E8, 0x1F5E8), (0x1F5EF, 0x1F5EF),
        (0x1F5F3, 0x1F5F3), (0x1F5FA, 0x1F5FA), (0x1F6CB, 0x1F6CB), (0x1F6CD, 0x1F6CF),
        (0x1F6E0, 0x1F6E5), (0x1F6E9, 0x1F6E9), (0x1F6F0, 0x1F6F0), (0x1F6F3, 0x1F6F3),
    ]
}

/// The code points of Unicode 17 that are drawn into the text before them: marks, format characters, and the vowels and
/// finals of Korean syllables.
///
/// The standard library's own table weighs 10 kB in the WebAssembly module, this one 1 kB. A test compares the two.
enum ZeroWidth {
    /// Whether a code point needs no column of its own; only code points from U+0300 on are told apart.
    static func contains(_ scalar: Unicode.Scalar) -> Bool {
        var (from, to) = (0, changes.count)
        while from < to {
            let middle = (from + to) / 2
            if changes[middle] <= scalar.value { from = middle + 1 } else { to = middle }
        }
        return from % 2 == 1
    }

    /// Where such a run begins, where it ends, and so on.
    private static let changes: [UInt32] = {
        var changes: [UInt32] = []
        var (place, count): (UInt32, UInt32) = (0, 0)
        for byte in Array(table.utf8) {
            if byte == UInt8(ascii: " ") {
                place += count
                changes.append(place)
                count = 0
            } else {
                count = count * 10 + UInt32(byte - UInt8(ascii: "0"))
            }
        }
        return changes + [place + count]
    }()

    /// The lengths of the runs from U+0000 on: of other code points, of these, and so on.
    static let table = """
        768 112 275 7 263 45 1 1 1 2 1 2 1 1 56 6 10 11 1 1 46 21 16 1 101 8 1 6 2 2 1 4 33 \
        1 1 1 30 27 91 11 58 9 9 1 24 4 1 9 1 3 1 5 43 3 52 2 5 9 42 57 55 1 1 1 4 8 4 1 3 \
        7 10 2 29 1 58 1 4 4 8 1 20 2 26 1 2 2 57 1 4 2 4 2 2 3 3 1 30 2 3 1 11 2 57 1 4 5 \
        1 2 4 1 20 2 22 6 1 1 58 1 2 1 1 4 8 1 7 2 11 2 30 1 61 1 12 1 50 1 3 1 55 1 1 3 5 \
        3 1 4 7 2 11 2 29 1 58 1 2 1 6 1 5 2 20 2 28 2 57 2 4 4 8 1 20 2 29 1 72 1 7 3 1 1 \
        90 1 2 7 12 8 98 1 2 9 11 7 73 2 27 1 1 1 1 1 55 14 1 5 1 2 5 11 1 36 9 1 102 4 1 6 \
        1 2 2 2 25 2 4 3 16 4 13 1 2 2 6 1 15 1 194 160 349 3 946 3 29 2 30 2 30 2 64 2 1 7 \
        8 1 2 11 9 1 45 5 117 2 34 1 118 3 4 2 9 1 6 3 219 2 2 1 58 1 1 7 1 1 1 1 2 8 6 10 \
        2 1 48 46 2 12 20 4 48 1 1 5 1 1 5 1 40 9 12 2 32 4 2 2 1 3 56 1 1 2 3 1 1 3 58 8 2 \
        2 152 3 1 13 1 7 4 1 6 1 3 2 198 64 523 5 26 5 49 5 1 10 96 33 3070 3 141 1 96 32 \
        554 4 107 2 30164 4 1 10 32 2 80 2 272 1 3 1 4 1 25 2 5 1 151 2 26 18 13 1 38 8 25 \
        11 46 3 48 1 2 4 2 2 39 1 67 6 2 2 2 2 12 1 8 1 47 1 51 1 1 3 2 2 5 2 1 1 42 2 8 1 \
        238 1 2 1 4 1 11202 80 8990 1 737 16 16 16 207 1 249 3 513 1 226 1 149 5 1670 3 1 2 \
        5 4 40 3 4 1 165 2 573 4 65 5 317 2 77 6 70 11 49 4 123 1 54 15 41 1 2 2 10 3 49 4 \
        2 2 2 1 4 1 10 1 50 3 36 5 1 8 62 1 12 2 52 9 10 4 2 1 95 3 2 1 1 2 6 1 2 1 157 1 3 \
        8 21 2 57 2 3 1 37 7 3 5 70 6 13 1 1 1 1 1 14 2 85 8 2 3 1 1 23 1 84 6 1 1 4 2 1 2 \
        238 4 6 2 1 2 27 2 85 8 2 1 1 2 106 1 1 1 2 6 1 1 101 1 1 1 2 4 1 5 259 9 1 2 256 2 \
        1 1 4 1 144 4 2 2 4 1 32 10 40 6 2 4 8 1 9 6 2 3 46 13 1 2 198 1 1 3 1 1 201 7 1 6 \
        1 1 82 22 2 7 1 2 1 2 122 6 3 1 1 2 1 7 1 1 72 2 3 1 1 1 347 2 11 2 52 5 5 1 1 1 23 \
        1 5333 17 6 15 11464 12 3 3 2496 5 59 7 1048 1 63 4 81 1 19640 2 1 4 4700 46 2 23 \
        544 3 9 16 2 7 30 4 148 3 1979 55 4 50 8 1 14 1 22 5 1 15 1360 7 1 17 2 7 1 2 1 5 \
        100 1 160 7 375 1 61 4 508 4 254 2 243 1 2 1 7 2 5 1 474 7 109 7 792246 1 30 96 128 \
        240
        """
}
