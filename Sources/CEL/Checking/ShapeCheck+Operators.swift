extension ShapeCheck {
    /// An operation on two values.
    mutating func binary(
        _ operation: BinaryOperator, _ left: Expression, _ right: Expression,
        _ expression: Expression
    ) -> Known {
        switch operation {
        case .or, .and:
            for operand in [left, right] {
                expectCondition(known(operand), "'\(operation.symbol)'", at: operand.range)
            }
            return Known(Shape(.bool))
        case .equal, .notEqual:
            let (first, second) = (known(left), known(right))
            if let constant = constant(expression, [left, right], [first, second]) {
                return constant
            }
            if !canEqual(first, second) {
                report(
                    .mismatch(
                        "'\(operation.symbol)': expected two values that can be equal, found "
                            + "\(first.shape.kinds.words) and \(second.shape.kinds.words)"),
                    at: expression.range)
            }
            expectSeen(first, in: second, at: left.range)
            expectSeen(second, in: first, at: right.range)
            return Known(Shape(.bool))
        case .contained: return contained(left, right, expression)
        default: return tried(expression, [left, right])
        }
    }

    /// `element in list` and `key in map`.
    private mutating func contained(
        _ left: Expression, _ right: Expression, _ expression: Expression
    ) -> Known {
        let (element, container) = (known(left), known(right))
        if let constant = constant(expression, [left, right], [element, container]) {
            return constant
        }
        if case .string(let key)? = element.constant, container.shape.kinds == .map {
            _ = field(key, at: left.range, of: container, isOptional: true, "'in'")
            return Known(Shape(.bool))
        }
        if !container.isUnknown, container.shape.kinds.isDisjoint(with: [.list, .map]) {
            report(
                .mismatch(
                    "'in': expected a list or a map, found \(container.shape.kinds.words)"),
                at: expression.range)
            return Known(Shape(.bool))
        }
        guard case .list(let elements) = right.kind else {
            if let shape = container.shape.elements.first, container.shape.kinds == .list {
                expectSeen(element, in: Known(shape), at: left.range)
            }
            return Known(Shape(.bool))
        }
        var candidates: [Known] = []
        for one in elements {
            let candidate = known(one.value)
            candidates.append(candidate)
            expectSeen(candidate, in: element, at: one.value.range)
        }
        if !candidates.isEmpty, !candidates.contains(where: { canEqual(element, $0) }) {
            report(
                .mismatch(
                    "'in': expected values that can be equal, found "
                        + "\(element.shape.kinds.words) and \(candidates[0].shape.kinds.words)"),
                at: expression.range)
        }
        return Known(Shape(.bool))
    }

    /// Whether two values may be equal; null may occur anywhere, and numbers of all kinds compare.
    private func canEqual(_ left: Known, _ right: Known) -> Bool {
        guard !left.isUnknown, !right.isUnknown else { return true }
        return !left.shape.kinds.comparable.isDisjoint(with: right.shape.kinds.comparable)
    }

    /// Reports a literal text that the compared value never has.
    private mutating func expectSeen(_ constant: Known, in value: Known, at range: SourceRange) {
        guard case .string(let text)? = constant.constant, value.constant == nil,
            !value.isUnknown, !text.isEmpty
        else { return }
        guard let texts = value.shape.texts, !texts.contains(text) else {
            seen.insert(range)
            return
        }
        guard !texts.isEmpty else { return }
        let nearest = Misspelling.nearest(to: text, in: texts, except: mentioned)
        report(.unseenText(text, nearest: nearest), at: range)
    }

    /// `condition ? yes : no`; both results are checked, and the value is that of the taken branch.
    mutating func choice(
        _ condition: Expression, _ yes: Expression, _ no: Expression
    ) -> Known {
        let decision = known(condition)
        expectCondition(decision, "'?'", at: condition.range)
        let (first, second) = (known(yes), known(no))
        if case .bool(let truth)? = decision.constant { return truth ? first : second }
        guard first.isOptional == second.isOptional else { return .unknown }
        var shape = first.shape
        shape.formUnion(second.shape)
        var result = Known(shape)
        result.isOptional = first.isOptional
        return result
    }
}
