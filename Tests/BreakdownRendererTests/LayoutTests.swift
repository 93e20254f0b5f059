import Testing

@testable import BreakdownRenderer

/// Measuring, fitting and making harmless: the pure parts of the text format.
@Suite struct LayoutTests {
    @Test(arguments: [
        ("abc", 3), ("é", 1), ("e\u{301}", 1), ("漢字", 4), ("한국", 4),
        ("\u{1112}\u{1161}\u{11AB}", 2),
        ("ｶﾅ", 2), ("ＡＢ", 4), ("✓✗⚠●○–★", 7), ("🤖", 2), ("👍🏽", 2), ("👩‍👩‍👧", 2), ("🇩🇪", 2),
        ("🇩🇪🇺🇸", 4), ("⚠\u{FE0F}", 2), ("⚡", 2), ("a\u{200D}b", 2), ("", 0), ("नि", 2),
    ])
    func displayWidth(_ text: String, _ columns: Int) {
        #expect(DisplayWidth.of(text) == columns)
    }

    @Test(arguments: [
        ("plain", "plain", "plain"), ("✓ ✗ – ⚠ ●○", "✓ ✗ – ⚠ ●○", "Y N - ! *o"),
        ("a\u{1B}[31mb", "a\\u{1b}[31mb", "a\\u{1b}[31mb"), ("\u{9B}2J", "\\u{9b}2J", "\\u{9b}2J"),
        (
            "a\nb\tc\rd\u{7F}", #"a\u{a}b\u{9}c\u{d}d\u{7f}"#,
            #"a\u{a}b\u{9}c\u{d}d\u{7f}"#
        ),
        ("\u{202E}abc", "\\u{202e}abc", "\\u{202e}abc"),
        ("a\u{2028}b", "a\\u{2028}b", "a\\u{2028}b"),
        ("\u{200B}", "\\u{200b}", "\\u{200b}"),
        ("Škoda ß Æ ĸ ſ", "Škoda ß Æ ĸ ſ", "Skoda ss AE q s"),
        ("“a” — b…", "“a” — b…", "\"a\" -- b..."), ("e\u{301}", "e\u{301}", "e"),
        ("漢字", "漢字", "??"), ("👩‍👩‍👧", "👩‍👩‍👧", "?"), ("÷×ÿ", "÷×ÿ", "/xy"),
    ])
    func texts(_ text: String, _ unicode: String, _ ascii: String) {
        for (charset, expected) in [
            (Charset(ascii: false), unicode), (Charset(ascii: true), ascii),
        ] {
            let shown = charset.shown(text)
            #expect(shown.text == expected)
            #expect(shown.columns == DisplayWidth.of(expected))
        }
    }

    @Test(arguments: [
        ("one two three", 20, ["one two three"]), ("one two three", 8, ["one two", "three"]),
        ("one two three", 3, ["one", "two", "thr", "ee"]), ("12345 67", 3, ["12345", "67"]),
        ("(+12345)", 4, ["(", "+12345", ")"]), ("a1.5b", 2, ["a", "1.5", "b"]), ("", 5, [""]),
        ("漢字漢字", 5, ["漢字", "漢字"]), ("a  b", 2, ["a", "b"]),
        ("e\u{301}e\u{301}e\u{301}", 2, ["e\u{301}e\u{301}", "e\u{301}"]),
    ])
    func wrapping(_ text: String, _ columns: Int, _ lines: [String]) {
        let shown = ShownText(text: text, columns: DisplayWidth.of(text))
        #expect(Wrapping.lines(shown, columns: columns).map(\.text) == lines)
    }

    @Test(arguments: [
        "", " ", "a", "Robot 1 Auto", "· Boulder Points ·", "- Boulder Points -", "· ·", "·", "- -",
        "· a", "a ·", "· a ·", "· - ·", "(+12345) 5 / 10 -3 +4.5,6", "  two  spaces ", "1st – 2nd",
        "A_ChevalDeFrise_with_a_long_name x", "●●○ +3 RP", "é è\u{A0}ê", "1+2-3", "12.5%",
    ])
    func aSimpleTextNeedsWhatAnyTextNeeds(_ text: String) {
        let shown = ShownText(text: text, columns: DisplayWidth.of(text))
        #expect(DisplayWidth.columnsIfSimple(text) != nil)
        #expect(SimpleNeeds.of(text) == Wrapping.needsOfAny(shown))
    }

    struct Fit: CustomTestStringConvertible {
        let side: ColumnWidths.Wish
        let label: ColumnWidths.Wish
        /// Lengths of the rows beside the longest: a side's and a label's.
        var rows: [(side: Int, label: Int)] = []
        let total: Int
        let widths: ColumnWidths
        var testDescription: String { "\(side.natural) and \(label.natural) in \(total)" }
    }

    @Test(arguments: [
        Fit(
            side: .init(natural: 18, word: 5, number: 3),
            label: .init(natural: 24, word: 10, number: 1), total: 80,
            widths: ColumnWidths(side: 18, label: 24)),
        // One long cell: the label gives way, one row takes two lines.
        Fit(
            side: .init(natural: 18, word: 5, number: 3),
            label: .init(natural: 24, word: 10, number: 1), rows: [(3, 12), (3, 12)], total: 60,
            widths: ColumnWidths(side: 18, label: 12)),
        // Many long labels and one long cell: the cell is wrapped.
        Fit(
            side: .init(natural: 18, word: 5, number: 3),
            label: .init(natural: 24, word: 10, number: 1), rows: [(3, 24), (3, 24)], total: 60,
            widths: ColumnWidths(side: 13, label: 24)),
        // A number that does not fit makes the table too wide, but is never broken.
        Fit(
            side: .init(natural: 30, word: 30, number: 30),
            label: .init(natural: 24, word: 10, number: 1), total: 45,
            widths: ColumnWidths(side: 30, label: 10)),
    ])
    func fitting(_ test: Fit) {
        let longest = (side: test.side.natural, label: test.label.natural)
        let rows = (test.rows + [longest]).map {
            ColumnWidths.RowLength(side: $0.side, label: $0.label)
        }
        let widths = ColumnWidths.fit(
            rows: rows, side: test.side, label: test.label, total: test.total)
        #expect(widths == test.widths)
    }
}
