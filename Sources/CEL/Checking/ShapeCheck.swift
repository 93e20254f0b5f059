/// Follows an expression through what is known about its variables.
///
/// It computes shapes as an evaluation computes values. If nothing is known, it reports nothing.
struct ShapeCheck {
    var scope: ShapeScope
    var record = ShapeRecord()
    /// The texts that are written out in the expression: none of them is a misspelling of another.
    let mentioned: Set<String>
    private(set) var steps = 0

    /// What is known of an expression's value; the recursion is as deep as the tree, which is bounded.
    mutating func known(_ expression: Expression) -> Known {
        steps += 1
        guard steps <= CELLimits.checkedStepsMax else { return .unknown }
        switch expression.kind {
        case .literal(let value): return Known(constant: value)
        case .identifier(let name, let isRooted):
            if scope.isTypeName(expression), let type = TypeName.named(name.text) {
                return Known(constant: .type(type))
            }
            return scope.known(name.text, isRooted: isRooted)
        case .select(let operand, let name, let isOptional):
            guard !scope.isTypeName(expression) else { return .unknown }
            return field(
                name.text, at: name.range, of: known(operand), isOptional: isOptional,
                "'.\(name.text)'")
        case .index(let operand, let key, let isOptional):
            return element(known(key), at: key.range, of: known(operand), isOptional: isOptional)
        case .presence(let operand, let name): return presence(of: name, in: operand)
        case .call(let call): return self.call(call, expression)
        case .list(let elements): return list(elements)
        case .map(let entries): return map(entries)
        case .unary(_, let operand): return tried(expression, [operand])
        case .binary(let operation, let left, let right):
            return binary(operation, left, right, expression)
        case .conditional(let condition, let yes, let no): return choice(condition, yes, no)
        case .comprehension(let comprehension): return self.comprehension(comprehension)
        case .fallback(let optional, let other, let unwraps):
            return fallback(optional, other, unwraps: unwraps)
        }
    }

    /// `has(operand.name)`: asks for the field and does not read it.
    private mutating func presence(of name: Expression.Name, in operand: Expression) -> Known {
        let use = record.use
        _ = field(name.text, at: name.range, of: known(operand), isOptional: true, "has")
        record.use = use
        return Known(Shape(.bool))
    }

    private mutating func call(_ call: Expression.Call, _ expression: Expression) -> Known {
        guard let target = call.target else { return tried(expression, call.arguments) }
        if scope.isTypeName(target) { return tried(expression, call.arguments) }
        let value = known(target)
        // A value of which nothing is known may be an optional.
        let asksForValue = call.name.text == "hasValue"
        guard value.isOptional || value.isUnknown && asksForValue else {
            return tried(expression, [target] + call.arguments)
        }
        for argument in call.arguments { _ = known(argument) }
        return asksForValue ? Known(Shape(.bool)) : .unknown
    }

    /// Checks an operation on values: tries it on examples of what its operands may be.
    private mutating func tried(_ expression: Expression, _ operands: [Expression]) -> Known {
        let values = operands.map { known($0) }
        if let constant = constant(expression, operands, values) { return constant }
        if case .binary(.add, _, _) = expression.kind, let joined = joined(values) { return joined }
        if case .binary(.divide, _, _) = expression.kind { expectRemainder(values, expression) }
        guard !values.contains(where: { $0.isOptional }),
            let trial = OperationTrial(expression, operands, in: scope.environment)
        else { return .unknown }
        let outcome = trial.run(values.map { $0.shape })
        if let mismatch = outcome.mismatch {
            record.report(.mismatch(mismatch), at: expression.range)
        }
        return Known(outcome.shape)
    }

    /// Reports a division of integers, whose remainder is lost; one by a number that is written out is meant so.
    private mutating func expectRemainder(_ values: [Known], _ expression: Expression) {
        let areIntegers = values.allSatisfy {
            !$0.isOptional && $0.shape.kinds.subtracting(.null) == .int
        }
        guard areIntegers, values[1].constant == nil else { return }
        record.report(.wholeDivision, at: expression.range)
    }

    /// `list + list`; nil if they are something else.
    private func joined(_ values: [Known]) -> Known? {
        guard values.allSatisfy({ !$0.isUnknown && $0.shape.kinds.subtracting(.null) == .list })
        else { return nil }
        let elements = values.compactMap { $0.shape.elements.first }
        guard elements.count == values.count else { return Known(Shape(.list)) }
        return Known(Shape(.list, elements: [elements.reduce(.none) { $0.union($1) }]))
    }

    func constant(_ expression: Expression, _ operands: [Expression], _ values: [Known]) -> Known? {
        let constants = values.compactMap { $0.constant }
        guard constants.count == values.count, !values.contains(where: { $0.isOptional }),
            let trial = OperationTrial(expression, operands, in: scope.environment),
            case .success(let value) = trial.result(constants)
        else { return nil }
        return Known(constant: value)
    }

    private mutating func binary(
        _ operation: BinaryOperator, _ left: Expression, _ right: Expression,
        _ expression: Expression
    ) -> Known {
        switch operation {
        case .or, .and: return logic(operation, left, right)
        case .equal, .notEqual: return equal(operation, left, right, expression)
        case .contained: return contained(left, right, expression)
        default: return tried(expression, [left, right])
        }
    }
}

/// The names that are visible in one place of an expression, and what is known about their values.
struct ShapeScope {
    let environment: Environment
    /// What is known about the variables; nothing is known about others.
    let variables: [String: Known]
    private(set) var locals: [(name: String, known: Known)] = []

    func with(_ name: String, _ known: Known) -> ShapeScope {
        var inner = self
        inner.locals.append((name, known))
        return inner
    }

    func known(_ name: String, isRooted: Bool) -> Known {
        if !isRooted, let local = locals.last(where: { $0.name == name }) { return local.known }
        return variables[name] ?? .unknown
    }

    /// True if a dotted name begins with a name space or a type, and not with a value.
    func isTypeName(_ expression: Expression) -> Bool {
        var operand = expression
        while case .select(let inner, _, _) = operand.kind { operand = inner }
        guard case .identifier(let name, let isRooted) = operand.kind else { return false }
        if !isRooted, locals.contains(where: { $0.name == name.text }) { return false }
        return environment.number(of: name.text) == nil
    }
}
