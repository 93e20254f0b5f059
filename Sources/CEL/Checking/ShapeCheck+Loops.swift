extension ShapeCheck {
    /// A macro over the elements of a range; each element of a fixed list is followed.
    mutating func comprehension(_ comprehension: Comprehension) -> Known {
        let range = known(comprehension.range)
        if !range.isUnknown, range.shape.kinds.isDisjoint(with: [.list, .map]) {
            report(
                .mismatch("expected a list or a map, found \(range.shape.kinds.words)"),
                at: comprehension.range.range)
            return .unknown
        }
        var body = Shape.none
        for (first, second) in rounds(range, hasSecond: comprehension.secondVariable != nil) {
            let visible = scopes.count
            scopes.append((comprehension.variable.text, first))
            if let name = comprehension.secondVariable?.text { scopes.append((name, second)) }
            if let filter = comprehension.filter {
                expectCondition(known(filter), "filter", at: filter.range)
            }
            body.formUnion(known(comprehension.body).shape)
            scopes.removeLast(scopes.count - visible)
        }
        switch comprehension.form {
        case .all, .exists, .existsOne:
            expectCondition(
                Known(body), "a condition for each element", at: comprehension.body.range)
            return Known(Shape(.bool))
        case .filter:
            expectCondition(
                Known(body), "a condition for each element", at: comprehension.body.range)
            let elements =
                range.shape.kinds == .list ? range.shape.elements : [Shape(.string, texts: nil)]
            return range.isUnknown ? .unknown : Known(Shape(.list, elements: elements))
        case .list: return Known(Shape(.list, elements: [body]))
        case .map, .mapEntries: return Known(Shape(.map, fields: nil))
        }
    }

    /// The values of a macro's variables in each round that is followed; at least one.
    private func rounds(_ range: Known, hasSecond: Bool) -> [(Known, Known)] {
        if case .list(let list)? = range.constant, list.count > 0,
            list.count <= CELLimits.checkedElementsMax
        {
            return (0..<list.count).map { at in
                let element = Known(constant: list[at])
                return hasSecond
                    ? (Known(constant: .int(Int64(at))), element) : (element, .unknown)
            }
        }
        guard !range.isUnknown else { return [(.unknown, .unknown)] }
        let key = Known(Shape(.string, texts: nil))
        switch range.shape.kinds.subtracting(.null) {
        case .list:
            let element = Known(range.shape.elements.first ?? .unknown, at: range.place?.element)
            return hasSecond ? [(Known(Shape(.int)), element)] : [(element, .unknown)]
        case .map: return [(key, .unknown)]
        default: return [(.unknown, .unknown)]
        }
    }

    /// `cel.bind(name, value, body)`, `optional.optMap(name, body)`, `optional.optFlatMap(name, body)`.
    mutating func binding(_ binding: Expression.Binding) -> Known {
        var value = known(binding.value)
        if binding.form != .plain { value.isOptional = false }
        scopes.append((binding.variable.text, value))
        var body = known(binding.body)
        scopes.removeLast()
        if binding.form == .optionalMap { body.isOptional = true }
        return body
    }
}
