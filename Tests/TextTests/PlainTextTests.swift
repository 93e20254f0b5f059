import Testing
@testable import Text

/// Text from outside is shown, never obeyed.
@Suite struct PlainTextTests {
    struct Case: CustomTestStringConvertible {
        let testDescription: String
        let text: String
        let shown: String

        init(_ name: String, _ text: String, _ shown: String) {
            testDescription = name
            self.text = text
            self.shown = shown
        }
    }

    @Test(arguments: [
        Case("plain", "Qualification 7 ~", "Qualification 7 ~"),
        Case("letters", "Équipe 4321, 机器人, עברית", "Équipe 4321, 机器人, עברית"),
        Case("escape", "a\u{1B}[2Jb", #"a\u{1b}[2Jb"#),
        Case("C1", "\u{9B}2J\u{85}", #"\u{9b}2J\u{85}"#),
        Case("DEL, NUL, tab", "\u{7F}\0\t", #"\u{7f}\u{0}\u{9}"#),
        Case("line breaks", "a\nb\r\nc", #"a\u{a}b\u{d}\u{a}c"#),
        Case("separators", "a\u{2028}b\u{2029}", #"a\u{2028}b\u{2029}"#),
        Case("override", "\u{202E}exe.txt\u{202C}", #"\u{202e}exe.txt\u{202c}"#),
        Case("isolate", "\u{2066}a\u{2069}", #"\u{2066}a\u{2069}"#),
        Case("marks", "\u{61C}\u{200E}\u{200F}", #"\u{61c}\u{200e}\u{200f}"#),
        Case("nothing to see", "a\u{200B}\u{2060}\u{FEFF}b", #"a\u{200b}\u{2060}\u{feff}b"#),
        Case("soft hyphen", "pass\u{AD}word", #"pass\u{ad}word"#),
        Case("tags", "a\u{E0041}\u{E007F}", #"a\u{e0041}\u{e007f}"#),
        Case("annotation", "\u{FFF9}a\u{FFFB}", #"\u{fff9}a\u{fffb}"#),
        Case("deprecated", "\u{206A}\u{206F}", #"\u{206a}\u{206f}"#),
        Case("noncharacters", "\u{FFFF}\u{FFFE}\u{10FFFF}", #"\u{ffff}\u{fffe}\u{10ffff}"#),
        Case("fillers", "\u{3164}\u{115F}\u{34F}", #"\u{3164}\u{115f}\u{34f}"#),
        Case("emoji stay whole", "👩‍🚀 🏳️‍🌈 👩🏽‍⚕️ ❤️ 1️⃣", "👩‍🚀 🏳️‍🌈 👩🏽‍⚕️ ❤️ 1️⃣"),
        Case("Persian and Hindi stay whole", "می‌خواهم क्‍ष", "می‌خواهم क्‍ष"),
        Case("a joiner in a word", "pass\u{200D}word", #"pass\u{200d}word"#),
        Case("a joiner at an end", "👩\u{200D}", #"👩\u{200d}"#),
        Case("two joiners", "👩\u{200D}\u{200D}🚀", #"👩\u{200d}\u{200d}🚀"#),
        Case("a non-joiner between emoji", "👩\u{200C}🚀", #"👩\u{200c}🚀"#),
        Case("two selectors", "❤\u{FE0F}\u{FE0F}", #"❤️\u{fe0f}"#),
        Case("a selector on a letter", "a\u{FE0F}", #"a\u{fe0f}"#),
        Case("data in selectors", "😀\u{E0100}\u{E0101}", #"😀\u{e0100}\u{e0101}"#),
    ])
    func noTerminalOrLogObeysTextFromOutside(_ example: Case) {
        #expect(scalars(PlainText.line(example.text)) == scalars(example.shown))
        #expect(PlainText.line(example.shown) == example.shown, "once is enough")
    }

    /// Unicode's own tables, which the module does without, name nothing that it lets through.
    @Test func everyCharacterThatUnicodeCallsAControlIsSpeltOut() {
        for value in UInt32(0)...0x10FFFF {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let properties = scalar.properties
            let isObeyed: Bool =
                switch properties.generalCategory {
                case .control, .format, .lineSeparator, .paragraphSeparator: true
                default:
                    properties.isNoncharacterCodePoint || properties.isDefaultIgnorableCodePoint
                }
            let shown = PlainText.line(String(scalar))
            #expect((shown != String(scalar)) == isObeyed, "U+\(String(value, radix: 16))")
        }
    }

    @Test func lineBreaksBetweenLinesStay() {
        #expect(PlainText.lines("a\nb\r\u{2028}\n") == "a\nb\\u{d}\\u{2028}\n")
    }

    @Test func ourColoursSurviveAndOthersDoNot() {
        let ours = "\u{1B}[1;31mred\u{1B}[0m"
        #expect(PlainText.lines(ours, keepsColours: true) == ours)
        #expect(PlainText.lines(ours) == #"\u{1b}[1;31mred\u{1b}[0m"#)
        for other in ["\u{1B}[8m", "\u{1B}[31", "\u{1B}[m", "\u{1B}]0;x\u{7}", "\u{1B}[2J"] {
            #expect(!PlainText.lines(other, keepsColours: true).utf8.contains(0x1B), "\(other)")
        }
    }

    private func scalars(_ text: String) -> [Unicode.Scalar] { Array(text.unicodeScalars) }
}
