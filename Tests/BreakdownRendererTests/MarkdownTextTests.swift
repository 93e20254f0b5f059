import Testing

@testable import BreakdownRenderer

/// Nothing in a text mentions, links or changes on GitHub, and a reader sees the same text.
@Suite struct MarkdownTextTests {
    /// What GitHub's documentation lists, each with the part that it would find.
    static let cases: [(text: String, found: String)] = [
        ("by @octocat today", "@octocat"), ("@org/team", "@org/team"), ("fixes #1", "#1"),
        ("GH-1", "GH-1"), ("gh-26", "gh-26"), ("owner/repo#1", "repo#1"),
        ("owner@0123456789abcdef0123456789abcdef01234567", "owner@0123456"),
        ("0123456789abcdef0123456789abcdef01234567", "0123456"), ("a5c3785", "a5c3785"),
        ("www.example.org", "www."), ("WWW.example.org", "WWW."),
        ("https://example.org/x", "://"), ("ftp://example.org", "://"),
        ("mailto:me@example.org", "mailto:m"), ("me@example.org", "me@example"),
        ("so :tada: so", ":tada:"), (":+1:", ":+1:"), ("xmpp:me@example.org", "xmpp:m"),
        ("https://github.com/o/r/pull/1#issuecomment-2", "://"),
    ]

    @Test(arguments: cases) func nothingMentionsOrLinksOnGitHub(_ text: String, _ found: String) {
        for shown in [MarkdownText.escaped(text), MarkdownText.escapedInHTML(text)] {
            #expect(!shown.contains(found), "\(shown)")
            #expect(rendered(shown) == text, "\(shown)")
            // GitHub looks at each text between elements by itself, without backslashes.
            for part in shown.replacing("\\", with: "").split(separator: #/<\/?span>/#) {
                #expect(
                    !part.contains(#/@\w|#\d|\w@|://|www\.|(?i)gh-\d|[0-9a-f]{7}|:\w+:/#), "\(part)"
                )
            }
        }
    }

    @Test func whatMeansNothingStaysAsItIs() {
        for text in ["Auto Amp Notes (1–2)", "Rank 3, 10 %", "5.25", "well-known", "Équipe"] {
            #expect(MarkdownText.escaped(text) == text)
        }
    }

    /// What a reader sees.
    private func rendered(_ markdown: String) -> String {
        markdown.replacing(#/<\/?span>/#, with: "").replacing(#/\\([^\w\s])/#) { $0.1 }
    }
}
