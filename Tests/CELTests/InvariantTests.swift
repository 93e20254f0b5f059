import Testing

@testable import CEL

/// Parts of loops that do not depend on the loops' variables are computed once, and nobody can tell.
@Suite struct InvariantTests {
    static let variables: [String: Value] = [
        "m": Value([
            "top": Value(["a": .int(1), "b": .int(2), "c": .int(3)]),
            "low": Value(["a": .int(4), "b": .int(5), "c": .int(6)]),
        ]),
        "row": .string("top"), "long": .string(String(repeating: "x", count: 500)),
    ]

    /// Each has a part that stays the same, in two forms: as people write it, and inside a binding that uses the
    /// loop's variable, so that it is computed each time.
    static let pairs = [
        ("['a', 'b'].map(x, m[row][x])", "['a', 'b'].map(x, cel.bind(u, x, m[row])[x])"),
        (
            "['top', 'low'].map(r, ['a', 'b', 'c'].map(x, m[r][x] + m.top.a))",
            "['top', 'low'].map(r, ['a', 'b', 'c'].map(x, cel.bind(u, x, m[r])[x] + "
                + "cel.bind(u, x, m.top.a)))"
        ),
        (
            "['top', 'low', 'top'].exists(r, ['a', 'b'].all(x, m[r][x] > m['low'].b))",
            "['top', 'low', 'top'].exists(r, ['a', 'b'].all(x, m[r][x] > "
                + "cel.bind(u, x, m['low'].b)))"
        ),
        ("[1, 2, 3].filter(x, x == m.top.b)", "[1, 2, 3].filter(x, x == cel.bind(u, x, m.top.b))"),
        ("[1, 2].map(x, m.absent.a == x)", "[1, 2].map(x, cel.bind(u, x, m.absent.a) == x)"),
        (
            "[1, 2].exists(x, m.absent.a == x || x == 2)",
            "[1, 2].exists(x, cel.bind(u, x, m.absent.a) == x || x == 2)"
        ),
        (
            "[1, 2, 3].map(x, (long + long) + string(x))",
            "[1, 2, 3].map(x, cel.bind(u, x, long + long) + string(x))"
        ),
        (
            "[[1, 2], [3]].map(l, l.map(x, l.size() + x))",
            "[[1, 2], [3]].map(l, l.map(x, cel.bind(u, x, l.size()) + x))"
        ),
    ]

    @Test(arguments: pairs)
    func aPartOfALoopThatStaysTheSameChangesNoValue(_ short: String, _ bound: String) {
        #expect(Case(short, "", Self.variables).kind == Case(bound, "", Self.variables).kind)
    }

    @Test(arguments: pairs)
    func aPartOfALoopThatStaysTheSameCostsTheSame(_ short: String, _ bound: String) throws {
        #expect(try Self.steps(short) == Self.steps(bound))
    }

    /// With every limit from none to enough, both forms end at the same place.
    @Test(arguments: pairs)
    func aLimitEndsBothFormsAtTheSamePlace(_ short: String, _ bound: String) throws {
        for steps in 0..<80 {
            #expect(try Self.ends(short, steps: steps) == Self.ends(bound, steps: steps))
        }
        for bytes in stride(from: 0, through: 6_000, by: 97) {
            #expect(try Self.ends(short, bytes: bytes) == Self.ends(bound, bytes: bytes))
        }
    }

    private static func steps(_ source: String) throws -> Int {
        let fuel = SharedFuel(steps: 10_000)
        #expect(fuel.take(-5) && fuel.stepsLeft == 10_000, "fuel never grows")
        _ = try? Environment(variables: Array(variables.keys)).compile(source)
            .evaluate(variables, sharing: fuel)
        return fuel.stepsTaken
    }

    /// Whether an evaluation with these limits has a value.
    private static func ends(
        _ source: String, steps: Int = 10_000, bytes: Int = 64 << 10
    ) throws -> Bool {
        var limits = CELLimits()
        limits.fuelStepsMax = steps
        limits.producedBytesMax = bytes
        let program = try Environment(variables: Array(variables.keys), limits: limits)
            .compile(source)
        return (try? program.evaluate(variables)) != nil
    }
}

extension Case {
    /// The value, or the message of the error without its place.
    fileprivate var kind: String {
        let outcome = outcome
        guard outcome.hasPrefix("error "), let colon = outcome.firstIndex(of: ":") else {
            return outcome
        }
        return String(outcome[colon...])
    }
}
