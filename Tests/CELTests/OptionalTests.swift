import Testing

@testable import CEL

@Suite struct OptionalTests {
    static let data: [String: Value] = ["a": Value(["b": Value(["c": .int(1)])])]

    static let cases = [
        Case("a.?b", "optional {'c': 1}", data),
        Case("a.?x", "none", data),
        Case("a.?x.y.z", "none", data),
        Case("a.?b.c", "optional 1", data),
        Case("a.?b.?c.orValue(7) + a.?x.?c.orValue(7)", "8", data),
        Case("a[?'b'].hasValue() && ![1][?1].hasValue() && ![1][?-1].hasValue()", "true", data),
        Case("a.?b.c.d", "error 8: '.d': expected a map before it, found an integer", data),
        Case("[1][?0].or([1][?1 / 0])", "optional 1"),
        Case("[1][?0].orValue(1 / 0)", "1"),
        Case("[1][?1].or([1][?2])", "none"),
        Case("[1][?1].orValue(1 / 0)", "error 17: '/': expected a divisor other than 0, found 0"),
        Case(
            "1.hasValue()",
            "error 1: hasValue: expected an optional such as x.?name, found an integer"),
        Case(
            "1.orValue(2)",
            "error 1: orValue: expected an optional such as x.?name, found an integer"),
        Case(
            "[1][?1].or(2)",
            "error 12: or: expected an optional such as x.?name, found an integer"),
        Case("[?a.?x, ?a.?b.c, 5]", "[1, 5]", data),
        Case("{?'x': a.?x, ?'y': a.?b.c}", "{'y': 1}", data),
        Case("[?1]", "error 3: '?': expected an optional after it, found an integer"),
        Case("['x'][?0] == {'a': 'x'}.?a && [1][?1] == {}.?a", "true"),
        Case("[1][?1] == [null][?0]", "false"),
        Case("has(a.?x.y) || has(a.?b.d)", "false", data),
        Case("has(a.?b.c)", "true", data),
        Case("type([1][?1]) == optional_type", "true"),
    ]

    @Test(arguments: cases) func chains(_ example: Case) { example.check() }
}
