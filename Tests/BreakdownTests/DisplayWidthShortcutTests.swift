@testable import BreakdownRenderer
import Testing
import Text

/// The characters that are measured without Unicode's tables are measured as the tables say.
@Suite struct DisplayWidthShortcutTests {
    @Test func oneColumnMeansOneColumnAndNothingObeyed() {
        for value in UInt32(0)...0x1_0000 {
            guard let scalar = Unicode.Scalar(value), DisplayWidth.isOneColumnAlways(scalar) else {
                continue
            }
            #expect(
                PlainText.line(String(scalar)) == String(scalar), "\(scalar.escaped(asASCII: true))"
            )
            #expect(DisplayWidth.of(String(scalar)) == 1, "\(scalar.escaped(asASCII: true))")
            // Nor does what stands before change it; a joiner is none of these characters.
            for before in ["a", "👩", "🇨", "漢", "\u{301}"] {
                let alone = DisplayWidth.of(before)
                #expect(DisplayWidth.of(before + String(scalar)) == alone + 1)
            }
        }
    }
}
