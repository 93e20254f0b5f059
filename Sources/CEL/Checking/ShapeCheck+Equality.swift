extension ShapeCheck {
    mutating func equal(
        _ operation: BinaryOperator, _ left: Expression, _ right: Expression,
        _ expression: Expression
    ) -> Known {
        let (first, second) = (known(left), known(right))
        if let constant = constant(expression, [left, right], [first, second]) { return constant }
        if !Self.canEqual(first, second) {
            record.report(
                .mismatch(
                    "'\(operation.symbol)': expected two values that can be equal, found "
                        + "\(first.shape.kinds.words) and \(second.shape.kinds.words)"),
                at: expression.range)
        }
        expectSeen(first, in: second, at: left.range)
        expectSeen(second, in: first, at: right.range)
        return Known(Shape(.bool))
    }

    /// `element in list` and `key in map`.
    mutating func contained(
        _ left: Expression, _ right: Expression, _ expression: Expression
    ) -> Known {
        let truth = Known(Shape(.bool))
        let (element, container) = (known(left), known(right))
        let constant = constant(expression, [left, right], [element, container])
        if case .string(let key)? = element.constant,
            container.shape.kinds.subtracting(.null) == .map
        {
            _ = field(key, at: left.range, of: container, isOptional: true, "'in'")
            return constant ?? truth
        }
        if let constant { return constant }
        if !container.isUnknown, container.shape.kinds.isDisjoint(with: [.list, .map]) {
            record.report(
                .mismatch("'in': expected a list or a map, found \(container.shape.kinds.words)"),
                at: expression.range)
            return truth
        }
        if case .list(let elements) = right.kind {
            expect(element, among: elements, at: expression.range)
        } else if let shape = container.shape.elements.first, container.shape.kinds == .list {
            expectSeen(element, in: Known(shape), at: left.range)
        }
        return truth
    }

    private mutating func expect(
        _ element: Known, among elements: [Expression.Element], at range: SourceRange
    ) {
        var candidates: [Known] = []
        for one in elements {
            let candidate = known(one.value)
            candidates.append(candidate)
            expectSeen(candidate, in: element, at: one.value.range)
        }
        guard !candidates.isEmpty,
            !candidates.contains(where: { Self.canEqual(element, $0) })
        else { return }
        record.report(
            .mismatch(
                "'in': expected values that can be equal, found "
                    + "\(element.shape.kinds.words) and \(candidates[0].shape.kinds.words)"),
            at: range)
    }

    /// True if two values may be equal: null may stand for any value, and numbers of all kinds compare.
    static func canEqual(_ left: Known, _ right: Known) -> Bool {
        guard !left.isUnknown, !right.isUnknown else { return true }
        return !left.shape.kinds.comparable.isDisjoint(with: right.shape.kinds.comparable)
    }

    /// Reports a fixed text that the other value has in no example.
    mutating func expectSeen(_ constant: Known, in value: Known, at range: SourceRange) {
        guard case .string(let text)? = constant.constant, value.constant == nil,
            !value.isUnknown, !text.isEmpty
        else { return }
        guard let texts = value.shape.texts, !texts.contains(text) else {
            return record.reportFound(at: range)
        }
        guard !texts.isEmpty else { return }
        let nearest = Misspelling.nearest(to: text, in: texts, except: mentioned)
        record.report(.unseenText(text, nearest: nearest), at: range)
    }
}
