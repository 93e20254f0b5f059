/// Follows an expression through what is known about its variables.
///
/// It computes shapes as an evaluation computes values. If nothing is known, it reports nothing.
struct ShapeCheck {
    private var scope: CheckScope
    private(set) var record = CheckRecord()
    private let fields: FieldCheck
    private let equality: EqualityCheck
    private var steps = 0

    /// Prepares the check of one expression.
    ///
    /// - Parameters:
    ///   - scope: what is known of the variables.
    ///   - mentioned: the texts that are written out in the expression.
    init(_ scope: CheckScope, mentioned: Set<String>) {
        self.scope = scope
        fields = FieldCheck(mentioned: mentioned)
        equality = EqualityCheck(mentioned: mentioned)
    }

    /// What is known of an expression's value; the recursion is as deep as the tree, which is bounded.
    mutating func known(_ expression: Expression) -> Known {
        steps += 1
        guard steps <= CELLimits.checkedStepsMax else { return .unknown }
        switch expression.kind {
        case .literal(let value): return Known(constant: value)
        case .identifier(let name, let isRooted): return scope.known(name.text, isRooted: isRooted)
        case .select(let operand, let name, let isOptional):
            guard !scope.isTypeName(expression) else { return .unknown }
            return fields.field(
                name.text, at: name.range, of: known(operand), isOptional: isOptional,
                "'.\(name.text)'", &record)
        case .index(let operand, let key, let isOptional):
            return fields.element(
                known(key), at: key.range, of: known(operand), isOptional: isOptional, &record)
        case .presence(let operand, let name): return presence(of: name, in: operand)
        case .call(let call): return self.call(call, expression)
        case .list(let elements): return list(elements)
        case .map(let entries): return map(entries)
        case .unary(_, let operand): return tried(expression, [operand])
        case .binary(let operation, let left, let right):
            return binary(operation, left, right, expression)
        case .conditional(let condition, let yes, let no): return choice(condition, yes, no)
        case .comprehension(let comprehension): return self.comprehension(comprehension)
        case .bind(let binding): return self.binding(binding)
        case .fallback(let optional, let other, let unwraps):
            return fallback(optional, other, unwraps: unwraps)
        }
    }

    /// `has(operand.name)`: asks for the field and does not read it.
    private mutating func presence(of name: Expression.Name, in operand: Expression) -> Known {
        let use = record.use
        _ = fields.field(
            name.text, at: name.range, of: known(operand), isOptional: true, "has", &record)
        record.use = use
        return Known(Shape(.bool))
    }
}

// MARK: - Calls and operators

extension ShapeCheck {
    private mutating func call(_ call: Expression.Call, _ expression: Expression) -> Known {
        guard let target = call.target else { return tried(expression, call.arguments) }
        if scope.isTypeName(target) { return tried(expression, call.arguments) }
        let value = known(target)
        guard value.isOptional else { return tried(expression, [target] + call.arguments) }
        for argument in call.arguments { _ = known(argument) }
        switch call.name.text {
        case "hasValue": return Known(Shape(.bool))
        case "value": return Known(value.shape, at: value.place)
        default: return .unknown
        }
    }

    /// Checks an operation on values: tries it on examples of what its operands may be.
    private mutating func tried(_ expression: Expression, _ operands: [Expression]) -> Known {
        let values = operands.map { known($0) }
        if let constant = constant(expression, operands, values) { return constant }
        guard !values.contains(where: { $0.isOptional }),
            let trial = Trial(expression, operands, in: scope.environment)
        else { return .unknown }
        let outcome = trial.run(values.map { $0.shape })
        if let mismatch = outcome.mismatch {
            record.report(.mismatch(mismatch), at: expression.range)
        }
        return Known(outcome.shape)
    }

    /// The value of an operation on constants; nil if it has none.
    private func constant(
        _ expression: Expression, _ operands: [Expression], _ values: [Known]
    ) -> Known? {
        let constants = values.compactMap { $0.constant }
        guard constants.count == values.count, !values.contains(where: { $0.isOptional }),
            let trial = Trial(expression, operands, in: scope.environment),
            case .success(let value) = trial.result(constants)
        else { return nil }
        return Known(constant: value)
    }

    private mutating func binary(
        _ operation: BinaryOperator, _ left: Expression, _ right: Expression,
        _ expression: Expression
    ) -> Known {
        switch operation {
        case .or, .and:
            for operand in [left, right] {
                let known = known(operand)
                record.expectCondition(known, "'\(operation.symbol)'", at: operand.range)
            }
            return Known(Shape(.bool))
        case .equal, .notEqual: return equal(operation, left, right, expression)
        case .contained: return contained(left, right, expression)
        default: return tried(expression, [left, right])
        }
    }

    private mutating func equal(
        _ operation: BinaryOperator, _ left: Expression, _ right: Expression,
        _ expression: Expression
    ) -> Known {
        let (first, second) = (known(left), known(right))
        if let constant = constant(expression, [left, right], [first, second]) { return constant }
        if !equality.canEqual(first, second) {
            record.report(
                .mismatch(
                    "'\(operation.symbol)': expected two values that can be equal, found "
                        + "\(first.shape.kinds.words) and \(second.shape.kinds.words)"),
                at: expression.range)
        }
        equality.expectSeen(first, in: second, at: left.range, &record)
        equality.expectSeen(second, in: first, at: right.range, &record)
        return Known(Shape(.bool))
    }

    /// `element in list` and `key in map`.
    private mutating func contained(
        _ left: Expression, _ right: Expression, _ expression: Expression
    ) -> Known {
        let truth = Known(Shape(.bool))
        let (element, container) = (known(left), known(right))
        if let constant = constant(expression, [left, right], [element, container]) {
            return constant
        }
        if case .string(let key)? = element.constant, container.shape.kinds == .map {
            _ = fields.field(
                key, at: left.range, of: container, isOptional: true, "'in'", &record)
            return truth
        }
        if !container.isUnknown, container.shape.kinds.isDisjoint(with: [.list, .map]) {
            record.report(
                .mismatch("'in': expected a list or a map, found \(container.shape.kinds.words)"),
                at: expression.range)
            return truth
        }
        if case .list(let elements) = right.kind {
            expect(element, among: elements, at: expression.range)
        } else if let shape = container.shape.elements.first, container.shape.kinds == .list {
            equality.expectSeen(element, in: Known(shape), at: left.range, &record)
        }
        return truth
    }

    /// Checks the elements of a list that is written out.
    private mutating func expect(
        _ element: Known, among elements: [Expression.Element], at range: SourceRange
    ) {
        var candidates: [Known] = []
        for one in elements {
            let candidate = known(one.value)
            candidates.append(candidate)
            equality.expectSeen(candidate, in: element, at: one.value.range, &record)
        }
        guard !candidates.isEmpty,
            !candidates.contains(where: { equality.canEqual(element, $0) })
        else { return }
        record.report(
            .mismatch(
                "'in': expected values that can be equal, found "
                    + "\(element.shape.kinds.words) and \(candidates[0].shape.kinds.words)"),
            at: range)
    }

    /// `condition ? yes : no`; checks both, and has the value of the one that is chosen.
    private mutating func choice(
        _ condition: Expression, _ yes: Expression, _ no: Expression
    ) -> Known {
        let decision = known(condition)
        record.expectCondition(decision, "'?'", at: condition.range)
        let (first, second) = (known(yes), known(no))
        if case .bool(let truth)? = decision.constant { return truth ? first : second }
        guard first.isOptional == second.isOptional else { return .unknown }
        var result = Known(first.shape.union(second.shape))
        result.isOptional = first.isOptional
        return result
    }

    /// `optional.or(other)`, `optional.orValue(other)`.
    private mutating func fallback(
        _ optional: Expression, _ other: Expression, unwraps: Bool
    ) -> Known {
        let (value, replacement) = (known(optional), known(other))
        if !value.isOptional, !value.shape.isUnknown {
            record.report(
                .mismatch(
                    "\(unwraps ? "orValue" : "or"): expected an optional such as x.?name, "
                        + "found \(value.shape.kinds.words)"), at: optional.range)
            return .unknown
        }
        var result = Known(value.shape.union(replacement.shape), at: value.place)
        result.isOptional = !unwraps
        return result
    }
}

// MARK: - Lists, maps and loops

extension ShapeCheck {
    /// `[a, ?b]`.
    private mutating func list(_ elements: [Expression.Element]) -> Known {
        let values = elements.map { known($0.value) }
        let constants = values.compactMap { $0.constant }
        guard constants.count < values.count || elements.contains(where: { $0.isOptional }) else {
            return Known(constant: Value(constants))
        }
        return Known(Shape(.list, elements: [values.reduce(.none) { $0.union($1.shape) }]))
    }

    /// `{a: b, ?c: d}`.
    private mutating func map(_ entries: [Expression.Entry]) -> Known {
        var shape = Shape(.map)
        for entry in entries {
            let (key, value) = (known(entry.key), known(entry.value))
            if case .string(let text)? = key.constant {
                shape.fields?[text, default: .none].formUnion(value.shape)
            } else {
                shape.fields = nil
            }
        }
        return Known(shape)
    }

    /// A macro that evaluates something for each element.
    private mutating func comprehension(_ comprehension: Comprehension) -> Known {
        let range = known(comprehension.range)
        if !range.isUnknown, range.shape.kinds.isDisjoint(with: [.list, .map]) {
            record.report(
                .mismatch("expected a list or a map, found \(range.shape.kinds.words)"),
                at: comprehension.range.range)
            return .unknown
        }
        let body = body(of: comprehension, over: range)
        switch comprehension.form {
        case .list: return Known(Shape(.list, elements: [body]))
        case .map, .mapEntries: return Known(Shape(.map, fields: nil))
        case .all, .exists, .existsOne, .filter:
            record.expectCondition(
                Known(body), "a condition for each element", at: comprehension.body.range)
            guard comprehension.form == .filter else { return Known(Shape(.bool)) }
            return range.isUnknown ? .unknown : Known(range.shape.filtered)
        }
    }

    /// The results of a loop's body in all rounds together.
    private mutating func body(of comprehension: Comprehension, over range: Known) -> Shape {
        let outer = scope
        defer { scope = outer }
        var body = Shape.none
        let second = comprehension.secondVariable?.text
        for round in LoopRounds(over: range, hasSecond: second != nil).rounds {
            var locals = [(name: comprehension.variable.text, known: round.first)]
            if let second { locals.append((second, round.second)) }
            scope = outer.with(locals)
            if let filter = comprehension.filter {
                let condition = known(filter)
                record.expectCondition(condition, "filter", at: filter.range)
            }
            body.formUnion(known(comprehension.body).shape)
        }
        return body
    }

    /// `cel.bind(name, value, body)`, `optional.optMap(name, body)`, `optional.optFlatMap(name, body)`.
    private mutating func binding(_ binding: Expression.Binding) -> Known {
        var value = known(binding.value)
        if binding.form != .plain { value.isOptional = false }
        let outer = scope
        scope = outer.with([(binding.variable.text, value)])
        defer { scope = outer }
        var body = known(binding.body)
        if binding.form == .optionalMap { body.isOptional = true }
        return body
    }
}
