/// Lists, maps and loops.
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

    /// A macro that evaluates something for each element.
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
    mutating func body(of comprehension: Comprehension, over range: Known) -> Shape {
        let outer = scope
        defer { scope = outer }
        var body = Shape.none
        let second = comprehension.secondVariable?.text
        for round in range.rounds(hasSecond: second != nil) {
            var locals = [(name: comprehension.variable.text, known: round.first)]
            if let second { locals.append((second, round.second)) }
            scope = outer.with(locals)
            if let filter = comprehension.filter {
                let condition = known(filter)
                record.expectCondition(condition, "filter", at: filter.range)
                if case .bool(false)? = condition.constant { continue }
            }
            body.formUnion(known(comprehension.body).inside)
        }
        return body
    }

    /// `cel.bind(name, value, body)`, `optional.optMap(name, body)`, `optional.optFlatMap(name, body)`.
    mutating func binding(_ binding: Expression.Binding) -> Known {
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
