import Testing

@testable import CEL
@testable import CELStandard

@Suite struct RegexTests {
    /// A pattern, a text, and whether a part of the text matches.
    struct Example: CustomTestStringConvertible, Sendable {
        let pattern: String
        let text: String
        let isMatch: Bool

        init(_ pattern: String, _ text: String, _ isMatch: Bool) {
            self.pattern = pattern
            self.text = text
            self.isMatch = isMatch
        }

        var testDescription: String { "\(pattern) in \(text)" }
    }

    static let examples = [
        Example("", "", true),
        Example("ubb", "hubba", true),
        Example("^ubb", "hubba", false),
        Example("a$", "hubba", true),
        Example("^$", "", true),
        Example("gr(a|e)y", "grey", true),
        Example("^(a|ab|)(c|bcd)$", "abcd", true),
        Example("^a*$", "aaaa", true),
        Example("^a+?b??$", "aaab", true),
        Example("^a{2,3}$", "aaaa", false),
        Example("^a{2,}$", "aaaa", true),
        Example("^(ab){2}$", "abab", true),
        Example("a{,2}", "a{,2}", true),
        Example("x{", "x{", true),
        Example("^[a-c]x[^a-c]$", "bxd", true),
        Example("^[]a]+$", "]a", true),
        Example("^[a-]+$", "a-", true),
        Example(#"^[\d\-x]+$"#, "1-x", true),
        Example("^[[:alpha:]_]+[[:^digit:]]$", "a_b", true),
        Example(#"^\w+\s\W\D\S$"#, "ab\t-xy", true),
        Example(#"\bcat\b"#, "a cat!", true),
        Example(#"\bcat\b"#, "concat", false),
        Example(#"\Bcat"#, "concat", true),
        Example(#"\Aab\z"#, "ab", true),
        Example(".", "\n", false),
        Example("(?s).", "\n", true),
        Example("^b$", "a\nb\nc", false),
        Example("(?m)^b$", "a\nb\nc", true),
        Example("(?i)straSSE", "STRAsse", true),
        Example("(?i)[a-z]É", "Xé", true),
        Example("(?i:a)b", "Ab", true),
        Example("(?i:a)b", "AB", false),
        Example("a(?i)b|c", "C", true),
        Example("(?P<year>[0-9]{4})-(?<month>[0-9]{2})", "on 2024-02", true),
        Example(#"^\x41\x{1F600}\101\t$"#, "A\u{1F600}A\t", true),
        Example(#"^\Qa.b*\E$"#, "a.b*", true),
        Example(#"^\pL\p{Lu}\P{N}\p{^L}$"#, "aBc1", true),
        Example(#"^\.\*\[\]$"#, ".*[]", true),
        Example("^é.$", "é\u{1F600}", true),
        Example("(a*)*b", "aaab", true),
        Example("(|a)+$", "aaa", true),
        Example("(a?){3}b", "ab", true),
    ]

    static let refusals = [
        ("(", "expected ')' at the end of a group"),
        (")", "expected '(' before ')'"),
        ("[a", "expected ']' at the end of a class"),
        ("*a", "expected something to repeat before '*'"),
        ("a**", "expected one repetition, found another behind it"),
        ("a{2}{3}", "expected one repetition, found another behind it"),
        ("a{1001}", "expected a repetition up to 1000 times, least first"),
        ("a{3,2}", "expected a repetition up to 1000 times, least first"),
        ("[b-a]", "expected the smaller end of a range first"),
        ("[[:alpa:]]", "expected a class such as '[:alpha:]', found 'alpa'"),
        (#"(a)\1"#, #"expected an escape, found '\1'"#),
        (#"\"#, #"expected something behind '\'"#),
        (#"\y"#, #"expected an escape, found '\y'"#),
        (#"\pX"#, "expected a general category such as 'L' or 'Lu', found 'X'"),
        (#"\p{Greek"#, "expected a general category such as 'L' or 'Lu', found 'Greek'"),
        (#"\x{110000}"#, "expected a code point in an escape"),
        (#"\xg"#, #"expected hexadecimal digits after '\x'"#),
        (
            "(?=a)",
            "expected '(?:', '(?<name>' or flags 'imsU' after '(?'; "
                + "looking ahead and behind is not possible"
        ),
        (String(repeating: "(", count: 51), "expected at most 50 groups inside each other"),
        ("((a{1000}){1000}){1000}", "expected at most 2500 parts, repetitions counted"),
        ("((){1000}){1000}", "expected at most 2500 parts, repetitions counted"),
        (String(repeating: "a", count: 1_001), "expected at most 1000 bytes of pattern"),
    ]

    @Test(arguments: examples) func finds(_ example: Example) throws {
        var work = 0
        var matcher = PatternMatcher(try PatternProgram(example.pattern, work: &work))
        var budget = Budget(.standard)
        #expect(try matcher.matches(example.text, &budget) == example.isMatch)
    }

    @Test(arguments: refusals) func refuses(_ pattern: String, _ message: String) {
        #expect {
            var work = 0
            _ = try PatternProgram(pattern, work: &work)
        } throws: {
            ($0 as? FunctionError)?.message == "matches: \(message)"
        }
    }

    static let calls = [
        Case("'abc'.matches('^a.c$') && matches('abc', 'b')", "true"),
        Case("'abc'.matches('a' + '.')", "true"),
        Case("'abc'.matches('(')", "refused 15+3: matches: expected ')' at the end of a group"),
        Case("'abc'.matches('(' + '')", "error 1: matches: expected ')' at the end of a group"),
        Case("1.matches('a')", "error 1: matches: expected text, found an integer"),
        // Backtracking would need 2^40 steps.
        Case(
            "x.matches('(a*)*(a*)*c')", "false", ["x": .string(String(repeating: "a", count: 40))]),
        Case(
            "x.matches('(a{0,100}){0,10}c')", "error 1: the expression takes too many steps",
            ["x": .string(String(repeating: "a", count: 10_000))]),
    ]

    @Test(arguments: calls) func callsFromExpressions(_ example: Case) { example.check() }
}
