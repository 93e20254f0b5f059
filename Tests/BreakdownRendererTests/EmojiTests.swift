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

    @Test func spacesAreUnicodes() {
        for value in UInt32(0)...0x10FFFF {
            guard let scalar = Unicode.Scalar(value) else { continue }
            if scalar.isSpace != scalar.properties.isWhitespace {
                Issue.record("U+\(String(value, radix: 16)) is a space")
            }
        }
    }
}
