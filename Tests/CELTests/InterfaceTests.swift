import Testing

@testable import CEL

/// What a host relies on: its own functions, its own storage, names, and kinds of errors.
@Suite struct InterfaceTests {
    /// A host's map: nothing is converted before it is asked for.
    final class Squares: MapValue {
        let count = 3
        let keys = ["c", "a", "b"].map(MapKey.string)

        func value(forKey key: String) -> Value? {
            switch key {
            case "a": .int(1)
            case "b": .int(4)
            case "c": .list(Ones())
            default: nil
            }
        }
    }

    final class Ones: ListValue {
        let count = 1_000_000
        subscript(index: Int) -> Value { .int(1) }
    }

    static let storage: [String: Value] = ["x": .map(Squares())]

    static let foreign = [
        Case("x.a + x['b']", "5", storage),
        Case("x.c[999999] + x.c.size()", "1000001", storage),
        Case("x.map(k, k)", "['a', 'b', 'c']", storage),
        Case("x.filter(k, k != 'c')", "['a', 'b']", storage),
        Case("'a' in x && !('d' in x) && !(1 in x) && has(x.b)", "true", storage),
        Case("{'a': 1, 'b': 4, 'c': 0} == x", "false", storage),
        Case("x[1]", "error 3: expected the key '1', found none", storage),
    ]

    @Test(arguments: foreign) func usesForeignStorage(_ example: Case) { example.check() }

    static let functions = [
        HostFunction("sum", arity: 1) { (arguments) throws(FunctionError) in
            guard case .list(let list) = arguments[0] else {
                throw FunctionError(
                    .typeMismatch, "sum: expected a list, found \(arguments[0].kind)")
            }
            var sum: Int64 = 0
            for index in 0..<list.count { if case .int(let number) = list[index] { sum += number } }
            return .int(sum)
        },
        HostFunction("signed", arity: 1, isMember: true) { (arguments) throws(FunctionError) in
            arguments[0]
        },
        HostFunction("size", arity: 1, isMember: true) { (_) throws(FunctionError) in .null },
        HostFunction("format", arity: 1, isMember: true) { (arguments) throws(FunctionError) in
            arguments[0]
        },
        HostFunction("text.repeat", arity: 1...2) { (arguments) throws(FunctionError) in
            .string(String(repeating: "x", count: arguments.count * 40_000))
        },
    ]

    @Test func callsHostFunctions() throws {
        let environment = Environment(variables: [], functions: Self.functions)
        let sum = try environment.compile("sum([1, 2]).signed() + 1").evaluate([:])
        #expect(sum.shown == "4")
        // A host's function hides the language's own.
        #expect(try environment.compile("'a'.size()").evaluate([:]).shown == "null")
        // It may also have a name that the language only lacks.
        #expect(try environment.compile("'a'.format()").evaluate([:]).shown == "'a'")
        #expect(
            throws: EvaluationError(
                .typeMismatch, "sum: expected a list, found text",
                at: SourceRange(offset: 4, length: 8))
        ) { try environment.compile("1 + sum('a')").evaluate([:]) }
        #expect(
            throws: CompileError(
                "sum: expected 1 argument, found 2", at: SourceRange(offset: 0, length: 9))
        ) {
            try environment.compile("sum(1, 2)")
        }
        // What a host makes is counted too.
        #expect(try environment.compile("size(text.repeat(1))").evaluate([:]).shown == "40000")
        #expect {
            try environment.compile("size(text.repeat(1, 2))").evaluate([:])
        } throws: {
            ($0 as? EvaluationError)?.kind == .limitExceeded
        }
    }

    @Test func namesAreFoundInTheContainer() throws {
        let environment = Environment(variables: ["a.b.x", "a.x", "x", "y"], container: "a.b")
        let values: [String: Value] = [
            "a.b.x": .int(1), "a.x": .int(2), "x": .int(3), "y": .int(4),
        ]
        #expect(
            try environment.compile("[x, .x, .a.x, y, a.b.x]").evaluate(values).shown
                == "[1, 3, 2, 4, 1]")
    }

    struct Kind: CustomTestStringConvertible {
        let testDescription: String
        let kind: EvaluationError.Kind

        init(_ source: String, _ kind: EvaluationError.Kind) {
            testDescription = source
            self.kind = kind
        }
    }

    static let kinds = [
        Kind("{'a': 1}.b", .noSuchKey("b")),
        Kind("{'a': 1}['b']", .noSuchKey("b")),
        Kind("{'a': {}}.a.b.c", .noSuchKey("b")),
        Kind("missing", .noSuchVariable("missing")),
        Kind("f(1)", .noSuchFunction("f")),
        Kind("size(1, 2)", .noSuchFunction("size")),
        Kind("1 + 'a'", .typeMismatch),
        Kind("1 % 0", .divisionByZero),
        Kind("9223372036854775807 * 2", .overflow),
        Kind("[1][1]", .indexOutOfRange),
        Kind("'a'.charAt(5)", .indexOutOfRange),
        Kind("int('x')", .badArgument),
    ]

    @Test(arguments: kinds) func tellsErrorsApart(_ example: Kind) throws {
        let environment = Environment(variables: [], undeclared: .failsWhenReached)
        let program = try environment.compile(example.testDescription)
        #expect {
            try program.evaluate([:])
        } throws: {
            ($0 as? EvaluationError)?.kind == example.kind
        }
    }

    /// A variable that is declared but has no value is the activation's matter.
    @Test func absentVariablesFailWhereTheyAreUsed() throws {
        let program = try Environment(variables: ["a", "b"]).compile("a || b")
        #expect(try program.evaluate(["b": .bool(true)]).shown == "true")
        #expect(
            throws: EvaluationError(
                .noSuchVariable("b"), "expected a value for 'b', found none",
                at: SourceRange(offset: 5, length: 1))
        ) { try program.evaluate(["a": .bool(false)]) }
    }

    @Test func programsAreSharedBetweenThreads() async throws {
        let program = try Environment(variables: ["n"]).compile("[1, 2, 3].map(x, x * n)")
        await withTaskGroup(of: String?.self) { group in
            for number in 0..<50 {
                group.addTask { try? program.evaluate(["n": .int(Int64(number))]).shown }
            }
            var found: Set<String?> = []
            for await text in group { found.insert(text) }
            #expect(found == Set((0..<50).map { "[\($0), \($0 * 2), \($0 * 3)]" }))
        }
    }
}
