import Testing

@testable import CEL

@Suite struct MacroTests {
    static let cases = [
        Case("has({'a': null}.a) && !has({'a': 1}.b)", "true"),
        Case("[1, 2].all(x, x > 0) && ![1, 2].all(x, x > 1)", "true"),
        Case("[1, 2].exists(x, x > 1) && ![1, 2].exists(x, x > 2)", "true"),
        Case("[0, 1].exists(x, 1 / x == 1)", "true"),
        Case("[0, 1].all(x, 1 / x == 2)", "false"),
        Case(
            "[0, 1].all(x, 1 / x == 1)", "error 15: '/': expected a divisor other than 0, found 0"),
        Case("[1, 2, 2].exists_one(x, x == 1) && ![1, 2, 2].exists_one(x, x == 2)", "true"),
        Case(
            "[0, 1].exists_one(x, 1 / x == 1)",
            "error 22: '/': expected a divisor other than 0, found 0"),
        Case("[1, 2, 3].map(x, x * x)", "[1, 4, 9]"),
        Case("[1, 2, 3].map(x, x > 1, x * x)", "[4, 9]"),
        Case("[1, 2, 3].filter(x, x % 2 == 1)", "[1, 3]"),
        Case("{'b': 1, 'a': 2, 'é': 3}.map(k, k)", "['a', 'b', 'é']"),
        Case("[1, 2].map(x, [x, 3].map(y, x * y))", "[[1, 3], [4, 6]]"),
        Case("[1, 2].map(x, [3].map(x, x))", "[[3], [3]]"),
        Case("[1].map(x, x) + [x]", "[1, 9]", ["x": .int(9)]),
        Case("1.map(x, x)", "error 1: expected a list or a map to look through, found an integer"),
        Case("[1].all(x, 1)", "error 12: condition: expected true or false, found an integer"),
        Case(
            "has(a)",
            "refused 5+1: has: expected a selection such as 'x.name'; "
                + "for other keys write 'key in x'", ["a": .null]),
        Case(
            "[1].map(1, 2)",
            "refused 9+1: map: expected a name for each element, found another expression; "
                + "write a plain name such as 'x'"),
        Case("[1].filter(x)", "refused 1+13: filter: expected 2 arguments, found 1"),
        Case("[1].map(x, x, x, x)", "refused 1+19: map: expected 2 to 3 arguments, found 4"),
        Case("[1].all(i, x, i < x)", "refused 1+20: all: expected 2 arguments, found 3"),
    ]

    @Test(arguments: cases) func expands(_ example: Case) { example.check() }
}
