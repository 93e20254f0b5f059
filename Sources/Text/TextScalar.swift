/// Decides which characters may reach a reader as they are.
///
/// Harmful characters are: control characters (C0, C1, DEL); line and paragraph separators; marks,
/// overrides and isolates of direction; all other format characters of Unicode; characters that leave
/// nothing to see, including tag characters; and noncharacters. The ranges stand here as numbers, so that
/// no table of Unicode is needed.
///
/// Two kinds of invisible characters have an honest use and stay where they have it:
/// - A joiner (U+200C, U+200D) between two emoji (`👩‍🚀`), or between two letters of a script that
///   shapes its letters (Persian, Hindi).
/// - One variation selector after the character that it varies (`⚠️`, `1️⃣`).
enum TextScalar {
    /// Whether a reader sees the character where it stands and does not interpret it.
    static func isHarmless(at: Int, of scalars: [Unicode.Scalar]) -> Bool {
        let value = scalars[at].value
        if (0x20...0x7E).contains(value) { return true }
        if isObeyed(value) { return false }
        let previous = at > 0 ? scalars[at - 1].value : 0
        if isSelector(value) { return varies(previous, by: value) }
        guard isJoiner(value) else { return true }
        let next = at + 1 < scalars.count ? scalars[at + 1].value : 0
        if isShaped(previous), isShaped(next) { return true }
        return value == 0x200D && isPicture(next)
            && (isPicture(previous) || previous == 0xFE0F && isHarmless(at: at - 1, of: scalars))
    }

    /// Whether a character is interpreted or hidden wherever it stands.
    private static func isObeyed(_ value: UInt32) -> Bool {
        switch value {
        // Control characters.
        case 0x00...0x1F, 0x7F...0x9F: true
        // Marks, overrides and isolates of direction; separators; invisible operators.
        case 0x061C, 0x200B, 0x200E, 0x200F, 0x2028...0x202E, 0x2060...0x206F, 0xFEFF: true
        // Other format characters: soft hyphen, number signs, annotations, shorthand, music.
        case 0xAD, 0x0600...0x0605, 0x06DD, 0x070F, 0x0890, 0x0891, 0x08E2, 0x180E,
            0xFFF0...0xFFFB, 0x110BD, 0x110CD, 0x13430...0x1343F, 0x1BCA0...0x1BCA3,
            0x1D173...0x1D17A:
            true
        // Letters and marks that leave nothing to see.
        case 0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x3164, 0xFFA0: true
        // Tags, and what Unicode keeps for more of their kind.
        case 0xE0000...0xE00FF, 0xE01F0...0xE0FFF: true
        // Noncharacters.
        case 0xFDD0...0xFDEF: true
        default: value & 0xFFFE == 0xFFFE
        }
    }

    private static func isJoiner(_ value: UInt32) -> Bool { value == 0x200C || value == 0x200D }

    private static func isSelector(_ value: UInt32) -> Bool {
        switch value {
        case 0xFE00...0xFE0F, 0x180B...0x180D, 0x180F, 0xE0100...0xE01EF: true
        default: false
        }
    }

    /// Whether a selector has something to vary before it.
    private static func varies(_ previous: UInt32, by selector: UInt32) -> Bool {
        switch selector {
        case 0x180B...0x180F: (0x1820...0x18AA).contains(previous)
        case 0xE0100...0xE01EF: isIdeograph(previous)
        default:
            switch previous {
            // Keys: 1️⃣, #️⃣.
            case 0x23, 0x2A, 0x30...0x39: selector >= 0xFE0E
            case ...0xA0, 0x2000...0x200F, 0x3000: false
            default: !isObeyed(previous) && !isSelector(previous)
            }
        }
    }

    private static func isIdeograph(_ value: UInt32) -> Bool {
        switch value {
        case 0x3400...0x9FFF, 0xF900...0xFAFF, 0x20000...0x3FFFD: true
        default: false
        }
    }

    /// Whether a character is a picture that joiners can combine with others.
    private static func isPicture(_ value: UInt32) -> Bool {
        switch value {
        case 0x2190...0x21FF, 0x2300...0x23FF, 0x2600...0x27BF, 0x2B00...0x2BFF,
            0x1F000...0x1FAFF:
            true
        default: false
        }
    }

    /// Whether a character belongs to a script in which neighbours change a letter's shape.
    private static func isShaped(_ value: UInt32) -> Bool {
        switch value {
        // Arabic, Syriac, N'Ko; Devanagari to Myanmar; Khmer, Mongolian; Lanna to Ol Chiki.
        case 0x0620...0x109F, 0x1780...0x17D3, 0x1820...0x18AA, 0x1A20...0x1C7F: !isObeyed(value)
        // Saurashtra, Devanagari's additions, Javanese, Cham, Meetei Mayek.
        case 0xA880...0xA8FF, 0xA980...0xA9FF, 0xAA00...0xAAFF, 0xABC0...0xABFF: true
        // The historic and Indic scripts beyond, Adlam.
        case 0x10A00...0x10FFF, 0x11000...0x11FFF, 0x1E900...0x1E95F: !isObeyed(value)
        default: false
        }
    }
}
