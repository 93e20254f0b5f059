extension Step {
    struct Element {
        let value: Step
        let isOptional: Bool
        let range: SourceRange
    }

    /// A literal list: `[a, ?b]`.
    static func list(_ elements: [Element], _ range: SourceRange) -> Step {
        Step { (evaluation) throws(EvaluationError) in
            try evaluation.spend(range, operands: elements.count)
            var values: [Value] = []
            values.reserveCapacity(elements.count)
            for element in elements {
                let value = try element.value.evaluate(&evaluation)
                if !element.isOptional {
                    values.append(value)
                } else if let present = try value.unwrapped(at: element.range) {
                    values.append(present)
                }
            }
            return try evaluation.located(range) { (budget) throws(FunctionError) in
                try budget.list(values)
            }
        }
    }

    struct Entry {
        let key: Step
        let value: Step
        let isOptional: Bool
        let keyRange: SourceRange
        let valueRange: SourceRange
    }

    /// A key may occur only once; `1` and `1u` are one key.
    static func map(_ entries: [Entry], _ range: SourceRange) -> Step {
        Step { (evaluation) throws(EvaluationError) in
            try evaluation.spend(range, operands: entries.count * 2)
            var builder = MapBuilder()
            for entry in entries {
                let key = try entry.key.evaluate(&evaluation)
                var value: Value? = try entry.value.evaluate(&evaluation)
                if entry.isOptional { value = try value?.unwrapped(at: entry.valueRange) }
                try evaluation.located(entry.keyRange) { (_) throws(FunctionError) in
                    let key = try MapBuilder.key(key)
                    if let value { builder.append(key, value) }
                }
            }
            return try evaluation.located(range) { (budget) throws(FunctionError) in
                try builder.map(&budget)
            }
        }
    }
}

struct MapBuilder {
    private var entries: [NativeMap.Entry] = []

    static func key(_ value: Value) throws(FunctionError) -> MapKey {
        switch value {
        case .bool, .int, .uint, .string: if let key = MapKey(value) { return key }
        default: break
        }
        throw FunctionError(
            .typeMismatch, "expected true, false, an integer or text as key, found \(value.kind)")
    }

    mutating func append(_ key: MapKey, _ value: Value) {
        entries.append((key, value))
    }

    func map(_ budget: inout Budget) throws(FunctionError) -> Value {
        for entry in entries { try budget.sort(entry.key, among: entries.count) }
        let map = NativeMap(unique: entries)
        for (left, right) in zip(map.entries, map.entries.dropFirst()) where left.key == right.key {
            throw FunctionError(.badArgument, "expected each key of a map once, found one twice")
        }
        try budget.produce(map.weightBytes)
        return .map(map)
    }
}

extension Value {
    func unwrapped(at range: SourceRange) throws(EvaluationError) -> Value? {
        guard case .optional(let value) = self else {
            throw EvaluationError(
                .typeMismatch, "'?': expected an optional after it, found \(kind)", at: range)
        }
        return value
    }
}
