import Text

extension Step {
    /// `operand.name`; on an optional it selects from the value, if there is one.
    static func select(_ operand: Step, _ name: Expression.Name, isOptional: Bool) -> Step {
        let key = TextKey(name.text)
        let range = name.range
        @Sendable func noMap(_ value: Value) -> EvaluationError {
            EvaluationError(
                .typeMismatch, "'.\(key.text)': expected a map before it, found \(value.kind)",
                at: range)
        }
        return Step { (evaluation) throws(EvaluationError) in
            try evaluation.spend(range)
            let value = try operand.evaluate(&evaluation)
            switch value {
            case .map(let map):
                let found = map.value(named: key)
                if isOptional { return .optional(found) }
                guard let found else { throw noSuchKey(key.text, range) }
                return found
            case .optional(nil): return value
            case .optional(.map(let map)?): return .optional(map.value(named: key))
            case .optional(let inner?): throw noMap(inner)
            default: throw noMap(value)
            }
        }
    }

    /// `operand[key]`; on an optional it selects from the value, if there is one.
    static func index(
        _ operand: Step, _ key: Step, isOptional: Bool, _ range: SourceRange
    ) -> Step {
        Step { (evaluation) throws(EvaluationError) in
            try evaluation.spend(range)
            let value = try operand.evaluate(&evaluation)
            let key = try key.evaluate(&evaluation)
            switch value {
            case .optional(nil): return value
            case .optional(let inner?):
                return .optional(try find(key, in: inner, &evaluation, range))
            default:
                let found = try find(key, in: value, &evaluation, range)
                if isOptional { return .optional(found) }
                guard let found else { throw absent(key, value, range) }
                return found
            }
        }
    }

    /// Whether a map has a key: `has(operand.name)`.
    static func presence(_ operand: Step, _ name: Expression.Name) -> Step {
        let key = TextKey(name.text)
        let range = name.range
        return Step { (evaluation) throws(EvaluationError) in
            try evaluation.spend(range)
            let value = try operand.evaluate(&evaluation)
            switch value {
            case .map(let map), .optional(.map(let map)?):
                return .bool(map.value(named: key) != nil)
            case .optional(nil): return .bool(false)
            default:
                throw EvaluationError(
                    .typeMismatch,
                    "has: expected a map before '.\(key.text)', found \(value.kind)",
                    at: range)
            }
        }
    }
}

private func find(
    _ key: Value, in value: Value, _ evaluation: inout Evaluation, _ range: SourceRange
) throws(EvaluationError) -> Value? {
    switch value {
    case .map(let map):
        if case .string(let text) = key {
            try evaluation.located(range) { (budget) throws(FunctionError) in
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
                kind, "expected an integer as index of a list, found \(key.kind)", at: range)
        }
    default:
        throw EvaluationError(
            .typeMismatch, "'[]': expected a list or a map, found \(value.kind)", at: range)
    }
}

private func absent(_ key: Value, _ value: Value, _ range: SourceRange) -> EvaluationError {
    switch (value, key) {
    case (.list(let list), _):
        EvaluationError(
            .indexOutOfRange,
            "expected an index from 0 and below the list's length \(list.count)", at: range)
    case (_, .string(let text)): noSuchKey(text, range)
    default: noSuchKey(key.keyText, range)
    }
}

private func noSuchKey(_ key: String, _ range: SourceRange) -> EvaluationError {
    EvaluationError(.noSuchKey(key), "expected the key '\(key)', found none", at: range)
}

extension Value {
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

extension Step {
    /// `optional.or(other)` and `optional.orValue(other)`: evaluates the other only if it is needed.
    static func fallback(
        _ optional: Step, _ other: Step, unwraps: Bool, _ optionalRange: SourceRange,
        _ otherRange: SourceRange
    ) -> Step {
        @Sendable func mismatch(_ value: Value, _ range: SourceRange) -> EvaluationError {
            EvaluationError(
                .typeMismatch,
                "\(unwraps ? "orValue" : "or"): expected an optional such as x.?name, "
                    + "found \(value.kind)", at: range)
        }
        return Step { (evaluation) throws(EvaluationError) in
            try evaluation.spend(optionalRange)
            let value = try optional.evaluate(&evaluation)
            guard case .optional(let content) = value else {
                throw mismatch(value, optionalRange)
            }
            if let content { return unwraps ? content : value }
            let replacement = try other.evaluate(&evaluation)
            if unwraps { return replacement }
            guard case .optional = replacement else { throw mismatch(replacement, otherRange) }
            return replacement
        }
    }
}

extension Function {
    static let optionals: [Function] = [
        .member("hasValue", 1...1) { (arguments, _) throws(FunctionError) in
            guard case .optional(let content) = arguments[0] else {
                throw mismatch("hasValue", "an optional such as x.?name", arguments[0])
            }
            return .bool(content != nil)
        }
    ]
}
