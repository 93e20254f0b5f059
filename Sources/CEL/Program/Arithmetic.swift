extension Step {
    /// `+`, `-`, `*`, `/` or `%`; both operands are of one kind.
    static func arithmetic(
        _ operation: BinaryOperator, _ left: Step, _ right: Step, _ range: SourceRange
    ) -> Step {
        Step { (evaluation) throws(EvaluationError) in
            try evaluation.spend(range)
            let left = try left.evaluate(&evaluation)
            let right = try right.evaluate(&evaluation)
            // Most texts that expressions make are keys, from two short pieces.
            if operation == .add, case .string(let left) = left, case .string(let right) = right,
                evaluation.budget.makeShort(left.utf8.count + right.utf8.count)
            {
                return .string(right.isEmpty ? left : left + right)
            }
            return try evaluation.located(range) { (budget) throws(FunctionError) in
                switch (left, right) {
                case (.int(let left), .int(let right)):
                    .int(try whole(operation, left, right))
                case (.uint(let left), .uint(let right)):
                    .uint(try whole(operation, left, right))
                case (.double(let left), .double(let right)) where operation != .modulo:
                    .double(decimal(operation, left, right))
                default: try others(operation, left, right, &budget)
                }
            }
        }
    }

    static func negate(_ operand: Step, _ range: SourceRange) -> Step {
        Step { (evaluation) throws(EvaluationError) in
            try evaluation.spend(range)
            let value = try operand.evaluate(&evaluation)
            switch value {
            case .int(let number) where number != .min: return .int(-number)
            case .int: throw EvaluationError(overflow("-"), at: range)
            case .double(let number): return .double(-number)
            default:
                throw EvaluationError(
                    .typeMismatch,
                    "'-': expected an integer or a decimal number, found \(value.kind)",
                    at: range)
            }
        }
    }
}

private func whole<Number: FixedWidthInteger>(
    _ operation: BinaryOperator, _ left: Number, _ right: Number
) throws(FunctionError) -> Number {
    let result: (partialValue: Number, overflow: Bool)
    switch operation {
    case .add: result = left.addingReportingOverflow(right)
    case .subtract: result = left.subtractingReportingOverflow(right)
    case .multiply: result = left.multipliedReportingOverflow(by: right)
    case .divide:
        guard right != 0 else {
            throw FunctionError(.divisionByZero, "'/': expected a divisor other than 0, found 0")
        }
        result = left.dividedReportingOverflow(by: right)
    default:
        guard right != 0 else {
            throw FunctionError(.divisionByZero, "'%': expected a divisor other than 0, found 0")
        }
        result = left.remainderReportingOverflow(dividingBy: right)
    }
    guard !result.overflow else { throw overflow(operation.symbol) }
    return result.partialValue
}

private func decimal(_ operation: BinaryOperator, _ left: Double, _ right: Double) -> Double {
    switch operation {
    case .add: left + right
    case .subtract: left - right
    case .multiply: left * right
    default: left / right
    }
}

/// An operation on other values than two numbers of one kind.
private func others(
    _ operation: BinaryOperator, _ left: Value, _ right: Value, _ budget: inout Budget
) throws(FunctionError) -> Value {
    switch (operation, left, right) {
    case (.add, .string(let left), .string(let right)):
        try budget.produce(left.utf8.count + right.utf8.count)
        return .string(right.isEmpty ? left : left + right)
    case (.add, .bytes(let left), .bytes(let right)):
        try budget.produce(left.count + right.count)
        return .bytes(left + right)
    case (.add, .list(let left), .list(let right)):
        try budget.reserve(Value.elementBytes * (left.count + right.count))
        try budget.visit(left.count + right.count)
        return try budget.list(
            (0..<left.count).map { left[$0] } + (0..<right.count).map { right[$0] })
    default: throw mismatch(operation, left, right)
    }
}

private func mismatch(_ operation: BinaryOperator, _ left: Value, _ right: Value) -> FunctionError {
    let expected =
        operation == .add
        ? "two numbers of one kind, two texts or two lists"
        : operation == .modulo ? "two integers" : "two numbers of one kind"
    var message =
        "'\(operation.symbol)': expected \(expected), found \(left.kind) and \(right.kind)"
    switch (left, right) {
    case (.double, .int) where operation != .modulo, (.int, .double) where operation != .modulo:
        message += "; write double(x) around the integer"
    case (.string, .int), (.int, .string), (.string, .double), (.double, .string):
        if operation == .add { message += "; write string(x) around the number" }
    default: break
    }
    return FunctionError(.typeMismatch, message)
}

func overflow(_ symbol: String) -> FunctionError {
    FunctionError(.overflow, "'\(symbol)': expected a result of 64 bits, found a larger one")
}

extension BinaryOperator {
    var symbol: String {
        switch self {
        case .or: "||"
        case .and: "&&"
        case .equal: "=="
        case .notEqual: "!="
        case .less: "<"
        case .lessOrEqual: "<="
        case .greater: ">"
        case .greaterOrEqual: ">="
        case .contained: "in"
        case .add: "+"
        case .subtract: "-"
        case .multiply: "*"
        case .divide: "/"
        case .modulo: "%"
        }
    }
}
