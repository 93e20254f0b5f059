import Testing

@testable import CEL

/// Attacks: expressions that would trap, overflow the stack or run long if nothing bounded them.
@Suite struct LimitTests {
    static func chain(_ link: String, _ count: Int) -> String {
        String(repeating: link, count: count)
    }

    static let refused = [
        Case(
            chain("(", 65) + "1" + chain(")", 65),
            "refused 65+1: expected at most 64 brackets inside each other"),
        Case(chain("(", 1999), "refused 65+1: expected at most 64 brackets inside each other"),
        Case(chain("[", 1999), "refused 65+1: expected at most 64 brackets inside each other"),
        Case(chain("size(", 400), "refused 325+1: expected at most 64 brackets inside each other"),
        Case(
            "'" + chain("é", 2_000), "refused 2001+0: expected at most 2000 characters, found 2001"),
        Case(
            chain("1+", 999) + "1",
            "refused 1+501: expected at most 250 operations in a row or inside each other; "
                + "use brackets or a list to make the chain shorter"),
        Case(
            "{}" + chain(".a", 900),
            "refused 1+502: expected at most 250 operations in a row or inside each other; "
                + "use brackets or a list to make the chain shorter"),
        Case(
            "[]" + chain("[0]", 600),
            "refused 1+752: expected at most 250 operations in a row or inside each other; "
                + "use brackets or a list to make the chain shorter"),
        Case(
            chain("true?1:", 280) + "1",
            "refused 1758+4: expected at most 250 operations in a row or inside each other; "
                + "use brackets or a list to make the chain shorter"),
        Case(
            "[1].map(a, [1].map(b, [1].map(c, [1].map(d, 1))))",
            "refused 34+3: expected at most 3 comprehensions inside each other; split the expression"
        ),
    ]

    static let manyNumbers = Value((0..<100_000).map { .int($0) })
    static let longText = Value.string(chain("ab", 50_000))

    static let stopped = [
        Case(
            "x.map(a, x.map(b, x.map(c, a + b + c)))",
            "error 28: the expression takes too many steps", ["x": manyNumbers]),
        Case(
            "x.all(a, a >= 0)", "error 10: the expression takes too many steps", ["x": manyNumbers]),
        Case(
            "x.all(a, 1 / 0 == a) || true", "error 10: the expression takes too many steps",
            ["x": manyNumbers]),
        Case("x == x", "error 1: the expression takes too many steps", ["x": manyNumbers]),
        Case("-1 in x", "error 1: the expression takes too many steps", ["x": manyNumbers]),
        Case(
            "x + x", "error 1: the expression makes texts or lists that are too long",
            ["x": manyNumbers]),
        Case(
            "x + x", "error 1: the expression makes texts or lists that are too long",
            ["x": longText]),
        Case(
            "x.contains(x + 'c')",
            "error 12: the expression makes texts or lists that are too long",
            ["x": longText]),
        Case(
            "x.replace('', y)", "error 1: the expression makes texts or lists that are too long",
            ["x": .string(chain("a", 3_000)), "y": .string(chain("b", 3_000))]),
        Case("x.split('')", "error 1: the expression takes too many steps", ["x": longText]),
        Case(
            "x.indexOf(y)", "error 1: the expression takes too many steps",
            ["x": .string(chain("a", 60_000)), "y": .string(chain("a", 30_000) + "b")]),
        Case(
            "[[0, 0]]" + chain(".map(a, [a, a])", 14),
            "error 137: the expression makes texts or lists that are too long"),
        Case(
            "['xx']" + chain(".map(a, a + a)", 15),
            "error 183: the expression makes texts or lists that are too long"),
    ]

    static let accepted = [
        Case(chain("(", 64) + "1" + chain(")", 64), "1"),
        Case(chain("1+", 249) + "1", "250"),
        Case(chain("!", 1_990) + "true", "true"),
        Case(chain("-", 1_990) + "1", "1"),
        Case("[" + chain("1,", 990) + "][0]", "1"),
        Case("'" + chain("é", 1_991) + "'.size()", "1991"),
        Case("[1].map(a, [1].map(b, [1].map(c, 1)))", "[[[1]]]"),
        Case("[1]" + chain(".map(a, a + 1)", 20), "[21]"),
        Case(chain("false ? 1 : ", 150) + "2", "2"),
    ]

    @Test(arguments: refused) func refuses(_ example: Case) { example.check() }
    @Test(arguments: stopped) func stops(_ example: Case) { example.check() }
    @Test(arguments: accepted) func accepts(_ example: Case) { example.check() }

    @Test func sharedFuelNeverGrows() {
        let fuel = SharedFuel(steps: 10)
        #expect(fuel.take(-5) && fuel.stepsLeft == 10)
    }

    /// Every beginning and every mutilation of an expression ends, with a value or located
    /// findings.
    @Test func mutilatedExpressionsAreHarmless() {
        let source =
            #"{'a': [1, 2u, .5e1], "b": b'\x00'}.?a[?0].orValue(x + 1) ? r'\' : '''é\u00e9''' // c"#
        let scalars = Array(source.unicodeScalars)
        let replacements = Array(#"'"\()[]{}.,?:&|-`x0"#.unicodeScalars)
        for place in scalars.indices {
            for replacement in replacements {
                var changed = scalars
                changed[place] = replacement
                check(changed)
            }
            check(Array(scalars[..<place]))
            check(Array(scalars[place...]))
        }
    }

    private func check(_ scalars: [Unicode.Scalar]) {
        var view = String.UnicodeScalarView()
        view.append(contentsOf: scalars)
        do {
            _ = try Environment(variables: []).compile(String(view)).evaluate([:])
        } catch let error as CompileError {
            #expect(!error.findings.isEmpty)
            for finding in error.findings {
                #expect(finding.range.offset >= 0 && finding.range.end <= scalars.count)
            }
        } catch {}
    }
}
