extension ShapeCheck {
    /// `[a, ?b]`.
    mutating func list(_ elements: [Expression.Element]) -> Known {
        let values = elements.map { known($0.value) }
        let constants = values.compactMap { $0.constant }
        guard constants.count < values.count || elements.contains(where: { $0.isOptional }) else {
            return Known(constant: Value(constants))
        }
        let shapes = zip(values, elements).map { $1.isOptional ? $0.shape : $0.inside }
        return Known(Shape(.list, elements: [shapes.reduce(.none) { $0.union($1) }]))
    }

    /// `{a: b, ?c: d}`.
    mutating func map(_ entries: [Expression.Entry]) -> Known {
        var shape = Shape(.map)
        for entry in entries {
            let (key, value) = (known(entry.key), known(entry.value))
            if case .string(let text)? = key.constant {
                let inside = entry.isOptional ? value.shape : value.inside
                shape.fields?[text, default: .none].formUnion(inside)
            } else {
                shape.fields = nil
            }
        }
        return Known(shape)
    }

    mutating func comprehension(_ comprehension: Comprehension) -> Known {
        let range = known(comprehension.range)
        if !range.isUnknown, range.shape.kinds.isDisjoint(with: [.list, .map]) {
            record.report(
                .mismatch("expected a list or a map, found \(range.shape.kinds.words)"),
                at: comprehension.range.range)
            return .unknown
        }
        let body = body(of: comprehension, over: range)
        switch comprehension.form {
        case .map: return Known(Shape(.list, elements: [body]))
        case .all, .exists, .existsOne, .filter:
            record.expectCondition(
                Known(body), "a condition for each element", at: comprehension.body.range)
            guard comprehension.form == .filter else { return Known(Shape(.bool)) }
            return range.isUnknown ? .unknown : Known(range.shape.filtered)
        }
    }

    mutating func body(of comprehension: Comprehension, over range: Known) -> Shape {
        let outer = scope
        defer { scope = outer }
        var body = Shape.none
        for round in range.rounds {
            scope = outer.with(comprehension.variable.text, round)
            if let filter = comprehension.filter {
                let condition = known(filter)
                record.expectCondition(condition, "filter", at: filter.range)
                if case .bool(false)? = condition.constant { continue }
            }
            body.formUnion(known(comprehension.body).inside)
        }
        return body
    }
}

extension Known {
    /// What a loop's variable stands for: each element of a fixed list, otherwise one round for all elements.
    fileprivate var rounds: [Known] {
        guard case .list(let list)? = constant, list.count > 0,
            list.count <= CELLimits.checkedElementsMax
        else { return [anyRound] }
        return (0..<list.count).map { Known(constant: list[$0]) }
    }

    private var anyRound: Known {
        guard !isUnknown else { return .unknown }
        return switch shape.kinds.subtracting(.null) {
        case .list: Known(shape.elements.first ?? .unknown, at: place?.element)
        case .map: Known(shape.key)
        default: .unknown
        }
    }
}
