import CEL
import Testing

@testable import BreakdownRenderer

/// The short lists that the WebAssembly module contains say what the standard library's tables say.
@Suite struct EmojiTests {
    @Test func theListsAreUnicodes() {
        for value in UInt32(0x300)...0x10FFFF {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let properties = scalar.properties
            let code = "U+" + String(value, radix: 16)
            if Emoji.contains(scalar) != properties.isEmoji { Issue.record("\(code) is an emoji") }
            if Emoji.isPicture(scalar) != properties.isEmojiPresentation {
                Issue.record("\(code) is a picture")
            }
            if Emoji.isModifier(scalar) != properties.isEmojiModifier {
                Issue.record("\(code) is a modifier")
            }
        }
    }

    @Test func theRunsWithoutWidthAreUnicodes() {
        var lengths: [Int] = []
        var (isInside, start) = (false, 0)
        for value in UInt32(0x300)...0x110000 {
            let kind = Unicode.Scalar(value)?.properties.generalCategory
            let isZero =
                kind == .nonspacingMark || kind == .enclosingMark || kind == .format
                || (0x1160...0x11FF).contains(value) || (0xD7B0...0xD7FF).contains(value)
            guard isZero != isInside else { continue }
            lengths.append(Int(value) - start)
            (isInside, start) = (isZero, Int(value))
        }
        let table = lengths.map(String.init).joined(separator: " ")
        #expect(ZeroWidth.table == table, "the table of the library's Unicode is this one")
        #expect(ZeroWidth.contains("\u{300}") && ZeroWidth.contains("\u{E01EF}"))
        #expect(!ZeroWidth.contains("\u{370}") && !ZeroWidth.contains("\u{10FFFF}"))
    }

    @Test func spacesAreUnicodes() {
        for value in UInt32(0)...0x10FFFF {
            guard let scalar = Unicode.Scalar(value) else { continue }
            if scalar.isSpace != scalar.properties.isWhitespace {
                Issue.record("U+\(String(value, radix: 16)) is a space")
            }
        }
    }
}
