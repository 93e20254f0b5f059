import Testing

@testable import CEL

@Suite struct SyntaxTests {
    static let refusals = [
        Case("", "refused 1+0: expected a value, found the end"),
        Case("1 +", "refused 4+0: expected a value, found the end"),
        Case("1 2", "refused 3+1: expected an operator or the end of the expression, found '2'"),
        Case(
            "a = 1",
            "refused 3+1: expected a value or an operator, found '='; write '==' to compare",
            ["a": .null]),
        Case(
            "1 & 2", "refused 3+1: expected a value or an operator, found '&'; write '&&' for and"),
        Case("1 | 2", "refused 3+1: expected a value or an operator, found '|'; write '||' for or"),
        Case("é", "refused 1+1: expected a value or an operator, found 'é'; put text into quotes"),
        Case(
            "'é' é", "refused 5+1: expected a value or an operator, found 'é'; put text into quotes"
        ),
        Case("1 \u{0} 2", "refused 3+1: expected a value or an operator, found \"\\0\""),
        Case("(1", "refused 3+0: expected ')' to close the parenthesis, found the end"),
        Case("[1", "refused 3+0: expected ']' or ',' in a list, found the end"),
        Case("{1: 2", "refused 6+0: expected '}' or ',' in a map, found the end"),
        Case("size('a',)", "refused 10+1: expected a value, found ')'"),
        Case("true ? 1", "refused 9+0: expected ':' between the two results of '?', found the end"),
        Case(
            "for",
            "refused 1+3: expected a name, found the reserved word 'for'; choose another name"),
        Case(
            "if true then 1 else 2",
            "refused 1+2: expected a name, found the reserved word 'if'; "
                + "write condition ? value : otherwise"
        ),
        Case(
            "1 if true else 2",
            "refused 3+2: expected an operator or the end of the expression, found 'if'; "
                + "write condition ? value : otherwise"
        ),
        Case("1.", "refused 3+0: expected a name after '.', found the end"),
        Case("in", "refused 1+2: expected a value, found 'in'"),
        Case(
            "a.`b",
            "refused 3+2: expected '`' at the end of a name in backticks; allowed are letters, digits, "
                + "'_', '.', '-', '/' and space; reach other keys with ['key']", ["a": .null]),
    ]

    @Test(arguments: refusals) func refuses(_ example: Case) { example.check() }

    @Test func everyMisusedMacroIsFound() {
        Case(
            "has(1) || has(2)",
            """
            refused 5+1: has: expected a selection such as 'x.name'; for other keys write 'key in x'
            refused 15+1: has: expected a selection such as 'x.name'; for other keys write 'key in x'
            """
        ).check()
    }
}
