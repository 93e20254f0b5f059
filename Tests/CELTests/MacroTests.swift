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
        Case("[1, 2].transformList(i, x, i > 0, x * 10 + i)", "[21]"),
        Case("{'a': 1, 'b': 2}.transformMap(k, v, v > 1, k + string(v))", "{'b': 'b2'}"),
        Case("[5].transformMap(i, v, v)", "{0: 5}"),
        Case("{'a': 1}.transformMapEntry(k, v, {string(v): k})", "{'1': 'a'}"),
        Case(
            "['a', 'a'].transformMapEntry(i, v, {v: i})",
            "error 36: expected each key of a map once, found one twice"),
        Case("{'a': 1, 'b': 2}.exists(k, v, k == 'b' && v == 2)", "true"),
        Case("cel.bind(x, 2, x * x)", "4"),
        Case("cel.bind(x, 2, cel.bind(y, x + 1, x * y))", "6"),
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
        Case(
            "[1].transformList(i, i, 2)",
            "refused 22+1: transformList: expected two different names; rename one of them"),
        Case("[1].filter(x)", "refused 1+13: filter: expected 2 arguments, found 1"),
        Case("[1].map(x, x, x, x)", "refused 1+19: map: expected 2 to 3 arguments, found 4"),
    ]

    @Test(arguments: cases) func expands(_ example: Case) { example.check() }
}
