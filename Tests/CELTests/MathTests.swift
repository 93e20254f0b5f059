import Testing

@testable import CEL

@Suite struct MathTests {
    static let cases = [
        Case("[math.greatest(1, 2.5, 2u), math.greatest([3, 1]), math.greatest(7)]", "[2.5, 3, 7]"),
        Case("[math.least(1, -2.5, 2u), math.least([3, 1])]", "[-2.5, 1]"),
        Case(
            "math.greatest([])", "error 1: math.greatest: expected at least one number, found none"),
        Case("math.greatest(1, 'a')", "error 1: math.greatest: expected numbers, found text"),
        Case(
            "math.greatest()", "refused 1+15: math.greatest: expected at least 1 arguments, found 0"
        ),
        Case("[math.ceil(1.2), math.floor(-1.2), math.trunc(-1.7)]", "[2.0, -2.0, -1.0]"),
        Case("[math.round(1.5), math.round(2.5), math.round(-2.5)]", "[2.0, 3.0, -3.0]"),
        Case("math.round(1)", "error 1: math.round: expected a decimal number, found an integer"),
        Case("[math.abs(-2), math.abs(2u), math.abs(-2.5)]", "[2, 2u, 2.5]"),
        Case(
            "math.abs(-9223372036854775808)",
            "error 1: 'math.abs': expected a result of 64 bits, found a larger one"),
        Case("[math.sign(-3), math.sign(3u), math.sign(-0.5), math.sign(0)]", "[-1, 1u, -1.0, 0]"),
        Case("[math.sqrt(9), math.sqrt(2.25)]", "[3.0, 1.5]"),
        Case(
            "[math.isNaN(0.0 / 0.0), math.isInf(1.0 / 0.0), math.isFinite(1.0)]",
            "[true, true, true]"),
        Case(
            "math.absolute(1)",
            "refused 6+8: expected a function, found the unknown name 'absolute'"),
        Case(
            "math.sqr(1)",
            "refused 6+3: expected a function, found the unknown name 'sqr'; did you mean 'math.sqrt'?"
        ),
    ]

    @Test(arguments: cases) func calculates(_ example: Case) { example.check() }
}
