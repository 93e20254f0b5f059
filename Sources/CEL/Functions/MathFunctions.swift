extension Function {
    /// The functions of the math extension, without those on bits.
    static let numbers: [Function] = [
        .global("math.greatest", 1...Int.max) { (arguments, budget) throws(FunctionError) in
            try extreme("math.greatest", .after, arguments, &budget)
        },
        .global("math.least", 1...Int.max) { (arguments, budget) throws(FunctionError) in
            try extreme("math.least", .before, arguments, &budget)
        },
        .global("math.abs", 1...1, abs),
        .global("math.sign", 1...1, sign),
        .global("math.sqrt", 1...1, squareRoot),
        rounding("math.ceil", .up),
        rounding("math.floor", .down),
        rounding("math.round", .toNearestOrAwayFromZero),
        rounding("math.trunc", .towardZero),
        test("math.isNaN") { $0.isNaN },
        test("math.isInf") { $0.isInfinite },
        test("math.isFinite") { $0.isFinite },
    ]

    private static func extreme(
        _ name: String, _ wanted: Value.Order, _ arguments: [Value], _ budget: inout Budget
    ) throws(FunctionError) -> Value {
        var numbers = arguments
        if arguments.count == 1, case .list(let list) = arguments[0] {
            try budget.spend(list.count)
            numbers = (0..<list.count).map { list[$0] }
        }
        guard var result = numbers.first else {
            throw FunctionError(.badArgument, "\(name): expected at least one number, found none")
        }
        for number in numbers {
            switch number {
            case .int, .uint, .double: break
            default: throw mismatch(name, "numbers", number)
            }
            if try number.order(result, &budget) == wanted { result = number }
        }
        return result
    }

    private static func abs(
        _ arguments: [Value], _ budget: inout Budget
    ) throws(FunctionError) -> Value {
        switch arguments[0] {
        case .int(let number):
            guard number != .min else { throw overflow("math.abs") }
            return .int(number.magnitude == 0 ? 0 : number < 0 ? -number : number)
        case .uint: return arguments[0]
        case .double(let number): return .double(number.magnitude)
        default: throw mismatch("math.abs", "a number", arguments[0])
        }
    }

    private static func sign(
        _ arguments: [Value], _ budget: inout Budget
    ) throws(FunctionError) -> Value {
        switch arguments[0] {
        case .int(let number): return .int(number.signum())
        case .uint(let number): return .uint(number.signum())
        case .double(let number):
            return .double(number > 0 ? 1 : number < 0 ? -1 : number)
        default: throw mismatch("math.sign", "a number", arguments[0])
        }
    }

    private static func squareRoot(
        _ arguments: [Value], _ budget: inout Budget
    ) throws(FunctionError) -> Value {
        switch arguments[0] {
        case .int(let number): return .double(Double(number).squareRoot())
        case .uint(let number): return .double(Double(number).squareRoot())
        case .double(let number): return .double(number.squareRoot())
        default: throw mismatch("math.sqrt", "a number", arguments[0])
        }
    }

    private static func rounding(_ name: String, _ rule: FloatingPointRoundingRule) -> Function {
        .global(name, 1...1) { (arguments, _) throws(FunctionError) in
            guard case .double(let number) = arguments[0] else {
                throw mismatch(name, "a decimal number", arguments[0])
            }
            return .double(number.rounded(rule))
        }
    }

    private static func test(
        _ name: String, _ isTrue: @escaping @Sendable (Double) -> Bool
    ) -> Function {
        .global(name, 1...1) { (arguments, _) throws(FunctionError) in
            guard case .double(let number) = arguments[0] else {
                throw mismatch(name, "a decimal number", arguments[0])
            }
            return .bool(isTrue(number))
        }
    }
}
