import JSON
import Testing

@testable import SeasonAuthoring

/// How diagnostics look, whatever is in the file.
@Suite struct DiagnosticPrinterTests {
    @Test func tabsKeepTheCaretInPlace() {
        #expect(
            shown(line: "\ta\tbcd", column: 4, length: 3) == """
                f:1:4: error: wrong
                     a bcd
                       ^~~
                1 error in 1 file

                """)
    }

    @Test func aLongLineIsCutAroundTheCaret() {
        let line = String(repeating: "a", count: 5_000) + "X" + String(repeating: "b", count: 5_000)
        let lines = shown(line: line, column: 5_001).split(separator: "\n")
        #expect(lines[1].count == 4 + AuthoringLimits.sourceLineShownMax)
        #expect(lines[1].prefix { $0 != "X" }.count == lines[2].prefix { $0 != "^" }.count)
    }

    @Test func aPlaceBehindTheLineIsHeldToItsEnd() {
        #expect(shown(line: "ab", column: 40, length: 9).contains("\n    ab\n      ^\n"))
    }

    @Test func noTerminalObeysASourceLine() {
        let text = shown(line: "a\u{1B}[31m\u{202E}b\u{7}", column: 7, length: 2)
        #expect(
            text.contains(
                """
                    a\\u{1b}[31m\\u{202e}b\\u{7}
                               ^~~~~~~~~
                """))
    }

    @Test func filesAndPlacesComeInOrderAndTheRestIsCounted() {
        let many = (1...150).reversed().map { line in
            Diagnostic(
                file: line > 100 ? "b" : "a",
                place: .init(position: TextPosition(line: line, column: 1), length: 1, line: ""),
                message: "wrong")
        }
        let text = DiagnosticPrinter(colour: false).text(many)
        #expect(text.hasPrefix("a:1:1: error: wrong\n"))
        #expect(text.hasSuffix("150 errors in 2 files, 50 of them not shown\n"))
    }

    @Test func aDifferenceShowsALineAround() {
        #expect(
            LineDifference.lines(expected: "1\n2\n3\n4\n5\n6", found: "1\n2\n3\nX\n5\n6") == [
                "  …", "  3", "- 4", "+ X", "  5", "  …",
            ])
        #expect(LineDifference.lines(expected: "a\n", found: "a\n").allSatisfy { $0 == "  …" })
    }

    @Test func linesThatOnlyLookTheSameDiffer() {
        #expect(
            LineDifference.lines(expected: "e\u{301}\r\nx", found: "\u{e9}\nx")
                == ["- e\u{301}\r", "+ \u{e9}", "  x"])
    }

    @Test func aDifferenceWithoutEndIsCut() {
        let old = (0..<500).map { "\($0)" }.joined(separator: "\n")
        let lines = LineDifference.lines(expected: old, found: "x")
        #expect(lines.count == AuthoringLimits.differenceLinesMax + 1)
        let newlines = String(repeating: "\n", count: 200_000)
        #expect(LineDifference.lines(expected: newlines, found: "x").count == 1)
    }

    private func shown(line: String, column: Int, length: Int = 1) -> String {
        DiagnosticPrinter(colour: false).text([
            Diagnostic(
                file: "f",
                place: .init(
                    position: TextPosition(line: 1, column: column), length: length, line: line),
                message: "wrong")
        ])
    }
}
