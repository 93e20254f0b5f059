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
        Case("[1][?0].value()", "1"),
        Case("a.?x.value()", "error 1: value: expected an optional with a value", data),
        Case("a.?b.c.d", "error 8: '.d': expected a map before it, found an integer", data),
        Case("optional.of(1).or(optional.of(1 / 0))", "optional 1"),
        Case("optional.of(1).orValue(1 / 0)", "1"),
        Case("optional.none().or(optional.none())", "none"),
        Case(
            "optional.none().orValue(1 / 0)",
            "error 25: '/': expected a divisor other than 0, found 0"),
        Case(
            "1.orValue(2)",
            "error 1: orValue: expected an optional such as x.?name, found an integer"),
        Case(
            "optional.none().or(2)",
            "error 20: or: expected an optional such as x.?name, found an integer"),
        Case("optional.of(2).optMap(x, x * 3)", "optional 6"),
        Case("optional.none().optMap(x, 1 / 0)", "none"),
        Case("a.?b.optFlatMap(x, x.?c)", "optional 1", data),
        Case(
            "a.?b.optFlatMap(x, x.c)",
            "error 20: optFlatMap: expected an optional as result, found an integer", data),
        Case("[?a.?x, ?a.?b.c, 5]", "[1, 5]", data),
        Case("{?'x': a.?x, ?'y': a.?b.c}", "{'y': 1}", data),
        Case("[?1]", "error 3: '?': expected an optional behind it, found an integer"),
        Case(
            "optional.ofNonZeroValue('').hasValue() || optional.ofNonZeroValue([]).hasValue()",
            "false"),
        Case("optional.ofNonZeroValue('x') == optional.of('x')", "true"),
        Case("optional.none() == optional.of(null)", "false"),
        Case("has(a.?x.y) || has(a.?b.d)", "false", data),
        Case("has(a.?b.c)", "true", data),
        Case("[optional.of(1), optional.none()].unwrapOpt() + optional.unwrap([])", "[1]"),
        Case("type(optional.none()) == optional_type", "true"),
    ]

    @Test(arguments: cases) func chains(_ example: Case) { example.check() }
}
