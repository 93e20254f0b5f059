extension ShapeCheck {
    /// A field of a map: `operand.name`, `operand['name']`, `has(operand.name)`; an optional one may be absent.
    mutating func field(
        _ key: String, at range: SourceRange, of operand: Known, isOptional: Bool,
        _ operation: String
    ) -> Known {
        let isOptional = isOptional || operand.isOptional
        guard !operand.shape.isUnknown else { return unknown(isOptional: isOptional) }
        guard operand.shape.kinds.contains(.map) else {
            record.report(
                .mismatch(
                    "\(operation): expected a map before it, "
                        + "found \(operand.shape.kinds.words)"), at: range)
            return unknown(isOptional: isOptional)
        }
        // Nothing is known about a map that was empty in each example, and everything about a constant.
        guard let fields = operand.shape.fields, !fields.isEmpty || operand.constant != nil else {
            return unknown(isOptional: isOptional)
        }
        let place = operand.place?.field(key)
        if let container = operand.place { record.use.add(key, of: container) }
        guard let shape = fields[key] else {
            // A map without a place was made by the expression and is no data.
            if let place {
                let nearest = Misspelling.nearest(toKey: key, among: fields.keys)
                record.report(
                    isOptional
                        ? .absentTest(place, nearest: nearest)
                        : .absentField(place, nearest: nearest), at: range)
            }
            return unknown(isOptional: isOptional)
        }
        // If the key is computed, the same place of the expression may also name an absent field.
        if isOptional { record.reportFound(at: range) }
        var found = Known(shape, at: place)
        found.isOptional = isOptional
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
            record.report(
                .mismatch("'[]': expected a list or a map, found \(kinds.words)"), at: range)
            return unknown(isOptional: isOptional)
        }
        guard !kinds.contains(.map) else {
            addUse(ofSomeFieldOf: operand)
            return unknown(isOptional: isOptional)
        }
        if !key.isUnknown, key.shape.kinds.isDisjoint(with: .numbers) {
            record.report(
                .mismatch("expected an integer as index of a list, found \(key.shape.kinds.words)"),
                at: range)
        }
        var found = Known(operand.shape.elements.first ?? .unknown, at: operand.place?.element)
        found.isOptional = isOptional
        return found
    }

    /// Records the fields that a computed key may name: `'mic' + place` names those that begin with `mic`.
    private mutating func addUse(ofSomeFieldOf operand: Known) {
        guard let container = operand.place else { return }
        let named = (operand.shape.fields ?? [:]).keys.filter { key in
            mentioned.contains { !$0.isEmpty && (key.hasStart($0) || key.hasEnd($0)) }
        }
        if named.isEmpty { record.use.addAll(of: container) }
        for key in named { record.use.add(key, of: container) }
    }

    private func unknown(isOptional: Bool) -> Known {
        var known = Known.unknown
        known.isOptional = isOptional
        return known
    }
}
