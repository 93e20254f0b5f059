import Testing

@testable import BreakdownRenderer

/// Lines that are cut for a screen.
@Suite struct CutTextTests {
    @Test(arguments: [
        ("abc", 3, "…", "abc"), ("abcd", 3, "…", "ab…"), ("abcd", 0, "…", ""), ("", 0, "…", ""),
        ("abcd", 1, "…", "…"), ("abcd", 2, "...", "ab"), ("東京都", 6, "…", "東京都"),
        ("東京都", 5, "…", "東京…"), ("東京都", 4, "…", "東…"), ("東京都", 1, "", ""),
        ("a\u{301}b", 2, "…", "a\u{301}b"), ("👩‍🚀x", 2, "", "👩‍🚀"),
        ("\u{1B}[31mred\u{1B}[0m", 3, "…", "\u{1B}[31mred\u{1B}[0m"),
        ("\u{1B}[31mreddish\u{1B}[0m", 4, "…", "\u{1B}[31mred…\u{1B}[0m"),
    ])
    func isNotWiderThanTheScreen(_ line: String, _ columns: Int, _ end: String, _ cut: String) {
        #expect(CutText.line(line, columns: columns, end: end) == cut)
    }
}
