import CodePoints

/// `operand.name`; on an optional it selects from the value, if there is one.
final class Select: Step {
    let operand: any Step
    let key: TextKey
    /// Whether it was written `operand.?name`, which is an optional and does not fail.
    let isOptional: Bool
    let operandRange: SourceRange
    let nameRange: SourceRange

    init(
        _ operand: any Step, _ name: Expression.Name, isOptional: Bool, _ operandRange: SourceRange
    ) {
        self.operand = operand
        key = TextKey(name.text)
        self.isOptional = isOptional
        self.operandRange = operandRange
        nameRange = name.range
    }

    func evaluate(_ evaluation: inout Evaluation) throws(EvaluationError) -> Value {
        try evaluation.spend(nameRange)
        let value = try operand.evaluate(&evaluation)
        switch value {
        case .map(let map):
            let found = map.value(named: key)
            if isOptional { return .optional(found) }
            guard let found else { throw noSuchKey(key.text, nameRange) }
            return found
        case .optional(nil): return value
        case .optional(.map(let map)?): return .optional(map.value(named: key))
        case .optional(let inner?): throw noMap(inner)
        default: throw noMap(value)
        }
    }

    private func noMap(_ value: Value) -> EvaluationError {
        EvaluationError(
            .typeMismatch, "'.\(key.text)': expected a map before it, found \(value.kind)",
            at: nameRange)
    }
}

/// `operand[key]`; on an optional it selects from the value, if there is one.
final class Index: Step {
    let operand: any Step
    let key: any Step
    /// Whether it was written `operand[?key]`, which is an optional and does not fail.
    let isOptional: Bool
    let keyRange: SourceRange

    init(_ operand: any Step, _ key: any Step, isOptional: Bool, _ keyRange: SourceRange) {
        self.operand = operand
        self.key = key
        self.isOptional = isOptional
        self.keyRange = keyRange
    }

    func evaluate(_ evaluation: inout Evaluation) throws(EvaluationError) -> Value {
        try evaluation.spend(keyRange)
        let value = try operand.evaluate(&evaluation)
        let key = try key.evaluate(&evaluation)
        switch value {
        case .optional(nil): return value
        case .optional(let inner?): return .optional(try find(key, in: inner, &evaluation))
        default:
            let found = try find(key, in: value, &evaluation)
            if isOptional { return .optional(found) }
            guard let found else { throw absent(key, value) }
            return found
        }
    }

    private func find(
        _ key: Value, in value: Value, _ evaluation: inout Evaluation
    ) throws(EvaluationError) -> Value? {
        switch value {
        case .map(let map):
            if case .string(let text) = key {
                try evaluation.located(keyRange) { (budget) throws(FunctionError) in
                    try budget.find(text, in: map)
                }
                return map.value(forKey: text)
            }
            return MapKey(key).flatMap { map.value(for: $0) }
        case .list(let list):
            switch MapKey(key) {
            case .int(let index)?: return index >= 0 && index < list.count ? list[Int(index)] : nil
            case .uint(let index)?: return index < UInt64(list.count) ? list[Int(index)] : nil
            default:
                var kind = EvaluationError.Kind.badArgument
                // A null in the data is a missing value, as in every other operation.
                if case .null = key { kind = .typeMismatch }
                throw EvaluationError(
                    kind, "expected an integer as index of a list, found \(key.kind)",
                    at: keyRange)
            }
        default:
            throw EvaluationError(
                .typeMismatch, "'[]': expected a list or a map, found \(value.kind)", at: keyRange)
        }
    }

    private func absent(_ key: Value, _ value: Value) -> EvaluationError {
        switch (value, key) {
        case (.list(let list), _):
            EvaluationError(
                .indexOutOfRange,
                "expected an index from 0 and below the list's length \(list.count)", at: keyRange)
        case (_, .string(let text)): noSuchKey(text, keyRange)
        default: noSuchKey(key.keyText, keyRange)
        }
    }
}

/// Whether a map has a key: `has(operand.name)`.
final class Presence: Step {
    let operand: any Step
    let key: TextKey
    let nameRange: SourceRange

    init(_ operand: any Step, _ name: Expression.Name) {
        self.operand = operand
        key = TextKey(name.text)
        nameRange = name.range
    }

    func evaluate(_ evaluation: inout Evaluation) throws(EvaluationError) -> Value {
        try evaluation.spend(nameRange)
        let value = try operand.evaluate(&evaluation)
        switch value {
        case .map(let map), .optional(.map(let map)?): return .bool(map.value(named: key) != nil)
        case .optional(nil): return .bool(false)
        default:
            throw EvaluationError(
                .typeMismatch, "has: expected a map before '.\(key.text)', found \(value.kind)",
                at: nameRange)
        }
    }
}

private func noSuchKey(_ key: String, _ range: SourceRange) -> EvaluationError {
    EvaluationError(.noSuchKey(key), "expected the key '\(key)', found none", at: range)
}

extension Value {
    /// A key in words for messages.
    fileprivate var keyText: String {
        switch self {
        case .bool(let truth): "\(truth)"
        case .int(let number): "\(number)"
        case .uint(let number): "\(number)"
        case .double(let number): "\(number)"
        default: kind
        }
    }
}
