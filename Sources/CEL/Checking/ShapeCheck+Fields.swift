extension ShapeCheck {
    /// A field of a map: `operand.name`, `operand['name']`, `has(operand.name)`.
    ///
    /// - Parameters:
    ///   - key: the field's key.
    ///   - range: where the key is written.
    ///   - operand: the map.
    ///   - isOptional: whether the expression allows for its absence.
    ///   - operation: the operation, for messages.
    /// - Returns: what is known about the field.
    mutating func field(
        _ key: String, at range: SourceRange, of operand: Known, isOptional: Bool,
        _ operation: String
    ) -> Known {
        let isOptional = isOptional || operand.isOptional
        guard !operand.shape.isUnknown else { return unknown(isOptional: isOptional) }
        guard operand.shape.kinds.contains(.map) else {
            report(
                .mismatch(
                    "\(operation): expected a map before it, "
                        + "found \(operand.shape.kinds.words)"), at: range)
            return unknown(isOptional: isOptional)
        }
        // Nothing is known about the fields of a map that was always empty.
        guard let fields = operand.shape.fields, !fields.isEmpty else {
            return unknown(isOptional: isOptional)
        }
        let place = operand.place?.field(key)
        if let container = operand.place { use.add(key, of: container) }
        guard let shape = fields[key] else {
            let nearest = Misspelling.nearest(toKey: key, among: fields.keys)
            // A value that the expression itself made has no fields of the data.
            if let place {
                report(
                    isOptional
                        ? .absentTest(place, nearest: nearest)
                        : .absentField(place, nearest: nearest), at: range)
            }
            return unknown(isOptional: isOptional)
        }
        var found = Known(shape, at: place)
        found.isOptional = isOptional
        // Of several keys that an expression computes, another one may be missing; it asks for that
        // reason.
        if isOptional { seen.insert(range) }
        if !isOptional, case .map(let map)? = operand.constant {
            found.constant = map.value(forKey: key)
        }
        return found
    }

    /// `operand[key]`.
    mutating func element(
        _ key: Known, at range: SourceRange, of operand: Known, isOptional: Bool
    ) -> Known {
        let isOptional = isOptional || operand.isOptional
        guard !operand.shape.isUnknown else { return unknown(isOptional: isOptional) }
        let kinds = operand.shape.kinds
        if case .string(let text)? = key.constant, kinds.contains(.map) {
            return field(text, at: range, of: operand, isOptional: isOptional, "'[]'")
        }
        guard !kinds.isDisjoint(with: [.map, .list]) else {
            report(
                .mismatch("'[]': expected a list or a map, found \(kinds.words)"), at: range)
            return unknown(isOptional: isOptional)
        }
        guard !kinds.contains(.map) else {
            addUse(ofSomeFieldOf: operand)
            return unknown(isOptional: isOptional)
        }
        if !key.isUnknown, key.shape.kinds.isDisjoint(with: .numbers) {
            report(
                .mismatch(
                    "expected an integer as index of a list, found \(key.shape.kinds.words)"),
                at: range)
        }
        var found = Known(
            operand.shape.elements.first ?? .unknown, at: operand.place?.element)
        found.isOptional = isOptional
        return found
    }

    /// Which fields a key that is computed from data may name; `'mic' + place` names those that
    /// begin so.
    private mutating func addUse(ofSomeFieldOf operand: Known) {
        guard let container = operand.place else { return }
        let named = (operand.shape.fields ?? [:]).keys.filter { key in
            mentioned.contains { !$0.isEmpty && (key.hasPrefix($0) || key.hasSuffix($0)) }
        }
        if named.isEmpty { use.addAll(of: container) }
        for key in named { use.add(key, of: container) }
    }

    private func unknown(isOptional: Bool) -> Known {
        var known = Known.unknown
        known.isOptional = isOptional
        return known
    }

    /// `[a, ?b]`.
    mutating func list(_ elements: [Expression.Element]) -> Known {
        let values = elements.map { known($0.value) }
        let constants = values.compactMap(\.constant)
        guard constants.count < values.count || elements.contains(where: \.isOptional) else {
            return Known(constant: Value(constants))
        }
        var shape = Shape.none
        for value in values { shape.formUnion(value.shape) }
        return Known(Shape(.list, elements: [shape]))
    }

    /// `{a: b, ?c: d}`.
    mutating func map(_ entries: [Expression.Entry]) -> Known {
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

    /// `optional.or(other)`, `optional.orValue(other)`.
    mutating func fallback(
        _ optional: Expression, _ other: Expression, unwraps: Bool
    ) -> Known {
        let (value, replacement) = (known(optional), known(other))
        if !value.isOptional, !value.shape.isUnknown {
            report(
                .mismatch(
                    "\(unwraps ? "orValue" : "or"): expected an optional such as x.?name, "
                        + "found \(value.shape.kinds.words)"), at: optional.range)
            return .unknown
        }
        var shape = value.shape
        shape.formUnion(replacement.shape)
        var result = Known(shape, at: value.place)
        result.isOptional = !unwraps
        return result
    }
}
