import Testing

@testable import CEL

/// What examples speak against in an expression, and what they leave alone.
@Suite struct ShapeCheckTests {
    /// Two examples of `a`: what one lacks the other may have.
    private static let examples: [Value] = [
        Value([
            "autoPoints": .int(10), "ratio": .double(0.5), "endgame": .string("Climbing"),
            "done": .bool(true), "gone": .null, "robot1": .string("Yes"), "robot2": .string("No"),
            "row": Value([Value.string("Cone"), .string("None")]), "empty": Value([Value]()),
            "hub": Value(["points": .int(3)]), "never": Value([String: Value]()),
            "links": Value([Value(["nodes": Value([Value.int(1)])])]),
            "either": Value([Value(["nodes": Value([Value.int(1)])])]),
            "maybe": Value(["y": .int(1)]),
        ]),
        Value([
            "mixed": .int(1), "endgame": .string("Parked"), "bridge": .string("Level"),
            "either": Value(["key": Value.int(1)]),
        ]),
        Value(["mixed": .string("x"), "endgame": .null, "links": .null, "maybe": .null]),
    ]

    private static let variables: [String: Known] = {
        var shape = Shape.none
        for example in examples { shape.formUnion(Shape(of: example)) }
        return ["a": Known(shape, at: FieldPlace("a")), "item": Known(constant: .int(1))]
    }()

    private static let environment = Environment(
        variables: ["a", "item", "unknown"],
        functions: [
            HostFunction("double2", arity: 1) { (arguments) throws(FunctionError) in
                guard case .int(let number) = arguments[0] else {
                    throw FunctionError(
                        .typeMismatch, "double2: expected an integer, found \(arguments[0].kind)")
                }
                return .int(number &* 2)
            }
        ])

    struct Case: CustomTestStringConvertible {
        let source: String
        /// `offset+length what`.
        let findings: [String]
        var testDescription: String { source }

        init(_ source: String, _ findings: String...) {
            (self.source, self.findings) = (source, findings)
        }
    }

    static let fields = [
        Case("a.autoPoints + a.hub.points"),
        Case("a.autoPonts", "2+9 absent a.autoPonts, autoPoints"),
        Case("a['autoPonts']", "2+11 absent a.autoPonts, autoPoints"),
        Case("a.hub.pionts", "6+6 absent a.hub.pionts, points"),
        Case("a.other == 1", "2+5 absent a.other"),
        Case("a['robot' + string(item)]"),
        Case("a['robt' + string(item)]", "2+21 absent a.robt1, robot1"),
        Case("a['robot' + string(item + 2)]", "2+26 absent a.robot3"),
        Case("[1, 2].filter(x, a['robot' + string(x)] == 'Yes').size()"),
        Case("[1, 2, 3].map(x, a['robot' + string(x)])", "19+19 absent a.robot3"),
        Case("a['robot' + a.endgame]"),
        Case("a[unknown].whatever"),
        Case("a.gone.anything"),
        Case("a.never.anything"),
        Case("unknown.anything + 1 < unknown"),
        Case("a.autoPoints.x", "13+1 '.x': expected a map before it, found an integer"),
        Case("a.endgame['x']", "10+3 '[]': expected a list or a map, found text"),
        Case("a.row['x']", "6+3 expected an integer as index of a list, found text"),
        Case("a.row[0] == 'Cone' && a.empty[3] == 1"),
        Case("a.links[0].nods", "11+4 absent a.links.[].nods, nodes"),
        Case("a.links.all(l, l.nods == [1])", "17+4 absent a.links.[].nods, nodes"),
        Case("a.links.filter(l, l.nodes != []).all(l, 1 in l.nodes)"),
        Case("a.either.filter(l, true).all(l, 1 in l.nodes)"),
        Case(
            "a.hub.filter(k, true).all(k, k.nodes == 1)",
            "31+5 '.nodes': expected a map before it, found text"),
        Case("[a.hub].map(h, h.pionts)"),
        Case("{'x': 1}.x + {'x': 1}.y"),
    ]

    static let tests = [
        Case("has(a.autoPoints)"),
        Case("has(a.other) ? a.other : 0", "6+5 asked a.other", "17+5 absent a.other"),
        Case("a.?other.orValue(0) == 0", "3+5 asked a.other"),
        Case("a[?'other'].hasValue()", "3+7 asked a.other"),
        Case("'other' in a", "0+7 asked a.other"),
        Case("[2, 3].map(n, a[?'robot' + string(n)].orValue(''))"),
        Case(
            "[8, 9].map(n, a[?'robot' + string(n)].orValue(''))", "17+19 asked a.robot8",
            "17+19 asked a.robot9"),
        Case("a.?other.?inner.orValue('') == ''", "3+5 asked a.other"),
        Case("has(a.hub.pionts)", "10+6 asked a.hub.pionts, points"),
    ]

    static let texts = [
        Case("a.endgame == 'Parked' || a.endgame != 'Climbing'"),
        Case("a.endgame == 'Climing'", "13+9 unseen Climing, Climbing"),
        Case("'parked' == a.endgame", "0+8 unseen parked, Parked"),
        Case("a.endgame == 'Fallen'", "13+8 unseen Fallen"),
        Case("a.endgame in ['Parked', 'Climing']", "24+9 unseen Climing, Climbing"),
        Case("a.endgame in ['Parked', 'Park']", "24+6 unseen Park"),
        Case("a.robot1 == 'Ye'", "12+4 unseen Ye"),
        Case("a.row.exists(x, x == 'Cume')", "21+6 unseen Cume"),
        Case("'Cne' in a.row", "0+5 unseen Cne"),
        Case("a.endgame == '' || a.mixed == 'x'"),
        Case("'Docked ' + a.bridge == 'Docked Levl'", "24+13 unseen Docked Levl, Docked Level"),
        Case("string(a.autoPoints) == '11'"),
        Case("a.bridge.lowerAscii() == 'level'"),
        Case("(a.done ? 'on' : 'off') == 'of'", "27+4 unseen of"),
        Case("unknown == 'x' || a.gone == 'x'"),
    ]

    static let mismatches = [
        Case("a.autoPoints + 1 > 2"),
        Case(
            "a.endgame < 3",
            "0+13 expected two numbers, two texts or two others that have an order, "
                + "found text and an integer"),
        Case(
            "1 + 'x'",
            "0+7 '+': expected two numbers of one kind, two texts or two lists, "
                + "found an integer and text; write string(x) around the number"),
        Case(
            "a.autoPoints + a.ratio",
            "0+22 '+': expected two numbers of one kind, two texts or two lists, "
                + "found an integer and a decimal number; write double(x) around the integer"),
        Case("double(a.autoPoints) + a.ratio"),
        Case(
            "a.autoPoints.startsWith('x')",
            "0+28 startsWith: expected text and text, found an integer and text"),
        Case("double2(a.ratio)", "0+16 double2: expected an integer, found a decimal number"),
        Case("double2(a.mixed) + double2(unknown)"),
        Case("-a.endgame", "0+10 '-': expected an integer or a decimal number, found text"),
        Case("!a.done && !a.gone"),
        Case("!a.autoPoints", "0+13 '!': expected true or false, found an integer"),
        Case("a.done && a.endgame", "10+9 '&&': expected true or false, found text"),
        Case("a.autoPoints ? 1 : 2", "0+12 '?': expected true or false, found an integer"),
        Case(
            "a.autoPoints == 'x'",
            "0+19 '==': expected two values that can be equal, found an integer and text"),
        Case(
            "a.done in ['Yes', 'No']",
            "0+23 'in': expected values that can be equal, found true or false and text"),
        Case("a.autoPoints == 1.0 && a.autoPoints in [0, null]"),
        Case("a.endgame == null ? 0 : a.autoPoints"),
        Case("a.mixed == 1 ? a.mixed + 1 : a.mixed.size()"),
        Case("'x' in a.autoPoints", "0+19 'in': expected a list or a map, found an integer"),
        Case("a.autoPoints.map(x, x)", "0+12 expected a list or a map, found an integer"),
        Case(
            "a.row.all(x, x)",
            "13+1 a condition for each element: expected true or false, found text"),
        Case(
            "a.robot1.orValue('')", "0+8 orValue: expected an optional such as x.?name, found text"),
        Case("math.greatest(a.autoPoints, 3) + size(a.row) + a.row.size()"),
        Case("int(a.ratio) + int('3') + a.autoPoints / 3"),
        Case("1 + 3 / a.autoPoints", "4+16 division"),
        Case("[1, 2].map(x, a.hub.points / (x + a.autoPoints))", "14+33 division"),
        Case("a.autoPoints / item + size(a.row) / a.gone"),
        Case("double(a.autoPoints) / double(a.hub.points)"),
        Case("type(a.mixed) == string"),
        Case(
            "[type(a.mixed) == string && a.endgame < 3, a.endgame < 3]",
            "43+13 expected two numbers, two texts or two others that have an order, "
                + "found text and an integer"),
    ]

    /// Right for every example: a check that refuses one keeps a season from being published.
    static let right = [
        "(a.done ? a.?autoPoints : a.?other).hasValue()",
        "[a.?autoPoints, a.?ratio].map(x, x.orValue(0))", "[a.?hub].exists(o, o.hasValue())",
        "{'a': a.?autoPoints}.a.orValue(0)", "[a, a].map(b, b.?autoPoints).map(o, o.orValue(0))",
        "{1: 'one', 2: 'two'}.filter(k, k <= a.autoPoints)", "{1: 2}.map(k, k + 1)",
        "[1, 2, 3].map(i, i < 3, a['robot' + string(i)])",
        "[0, 1].map(i, i == 0 ? 'x' : a['robot' + string(i)])",
        "[2, 3].all(i, i > 2 || a['robot' + string(i)] == 'No')",
        "[2, 3].exists(i, i < 3 && a['robot' + string(i)] == 'No')",
        "['autoPoints', 1].map(i, type(i) == int ? a['robot' + string(i)] : 'x')",
        "type(a.autoPoints) == string ? a.autoPoints.size() : a.autoPoints",
        "type(a.row) == string && a.row || type(a.row) != list",
        "a.maybe != null && 'x' in a.maybe ? a.maybe.x : 0", "a.row + ['Cone'] + [1]",
        "(a.row + ['Cube']).filter(x, x == 'Cone')", "a.row.filter(x, x == 'Cone') + a.row",
    ]

    @Test(arguments: right) func saysNothingAgainstWhatIsRight(_ source: String) throws {
        let report = try Self.check(source)
        let findings = report.findings.filter { finding in
            switch finding.kind {
            case .absentTest: false
            case .absentField(let place, _): !report.tested.contains(place)
            default: true
            }
        }
        #expect(findings.map(Self.shown) == [])
    }

    @Test(arguments: fields + tests + texts + mismatches)
    func finds(_ example: Case) throws {
        let report = try Self.check(example.source)
        #expect(report.findings.map(Self.shown) == example.findings)
    }

    @Test(arguments: [
        ("a.endgame", "text Climbing Parked"), ("a.done ? 'x' : a.bridge", "text Level x"),
        ("'Docked ' + a.bridge", "text Docked Level"), ("string(a.autoPoints)", "text …"),
        ("a.mixed", "an integer or text x"), ("a.autoPoints * 2", "an integer"),
        ("a.?done.orValue('none')", "true or false or text none"),
        ("item == 1 ? 'one' : 'more'", "text one"), ("size(unknown)", "an integer"),
        ("a.row.map(x, x + '!')", "a list"),
    ])
    func tellsWhatComesOut(_ source: String, _ shape: String) throws {
        let known = try Self.check(source).known
        let texts = known.shape.texts.map { $0.sorted() } ?? ["…"]
        #expect(([known.shape.kinds.words] + texts).joined(separator: " ") == shape)
    }

    @Test(arguments: StackTests.deepest) func followsTheDeepestExpressions(_ source: String) throws
    {
        let environment = Environment(variables: ["x"])
        let expression = try environment.parsed(source)
        _ = environment.check(expression, knowing: ["x": Known(constant: .int(1))])
        #expect(expression.names.isSubset(of: ["x"]))
    }

    @Test func whatIsNoExpressionIsRefused() {
        #expect(throws: CompileError.self) { try Self.check("a +") }
    }

    @Test func loopsInLoopsOverFixedListsComeToAnEnd() throws {
        let list = "[" + (1...50).map(String.init).joined(separator: ",") + "]"
        let source =
            "\(list).all(x, \(list).all(y, \(list).all(z, a['r' + string(x * y * z)] == 1)))"
        let expression = try Self.environment.parsed(source)
        var check = ShapeCheck(
            scope: ShapeScope(environment: Self.environment, variables: Self.variables),
            mentioned: expression.texts)
        _ = check.known(expression.expression)
        // Each of the three loops may still go once through its list.
        #expect((1...200).contains(check.steps - CELLimits.checkedStepsMax))
    }

    private static func check(_ source: String) throws -> ShapeReport {
        environment.check(try environment.parsed(source), knowing: variables)
    }

    private static func shown(_ finding: ShapeReport.Finding) -> String {
        func place(_ what: String, _ place: FieldPlace, _ nearest: String?) -> String {
            "\(what) \(([place.root] + place.keys).joined(separator: "."))"
                + (nearest.map { ", \($0)" } ?? "")
        }
        let what =
            switch finding.kind {
            case .absentField(let field, let nearest): place("absent", field, nearest)
            case .absentTest(let field, let nearest): place("asked", field, nearest)
            case .unseenText(let text, let nearest):
                "unseen \(text)" + (nearest.map { ", \($0)" } ?? "")
            case .mismatch(let message): message
            case .wholeDivision: "division"
            }
        return "\(finding.range.offset)+\(finding.range.length) \(what)"
    }
}
