extension Function {
    /// The optionals extension: values that may be absent.
    static let optionals: [Function] = [
        .global("optional.of", 1...1) { (arguments, budget) throws(FunctionError) in
            try optional(around: arguments[0], &budget)
        },
        .global("optional.none", 0...0) { (_, _) throws(FunctionError) in .optional(nil) },
        .global("optional.ofNonZeroValue", 1...1) { (arguments, budget) throws(FunctionError) in
            arguments[0].isZero ? .optional(nil) : try optional(around: arguments[0], &budget)
        },
        .global("optional.unwrap", 1...1) { (arguments, budget) throws(FunctionError) in
            try unwrap("optional.unwrap", arguments[0], &budget)
        },
        .member("unwrapOpt", 1...1) { (arguments, budget) throws(FunctionError) in
            try unwrap("unwrapOpt", arguments[0], &budget)
        },
        .member("hasValue", 1...1) { (arguments, _) throws(FunctionError) in
            .bool(try optional("hasValue", arguments[0]) != nil)
        },
        .member("value", 1...1) { (arguments, _) throws(FunctionError) in
            guard let value = try optional("value", arguments[0]) else {
                throw FunctionError(.badArgument, "value: expected an optional with a value")
            }
            return value
        },
    ]

    /// An optional in an optional costs like a list in a list: both nest.
    private static func optional(
        around value: Value, _ budget: inout Budget
    ) throws(FunctionError) -> Value {
        let optional = Value.optional(value)
        if case .optional = value { try budget.produce(optional.weightBytes) }
        return optional
    }

    private static func optional(_ name: String, _ value: Value) throws(FunctionError) -> Value? {
        guard case .optional(let content) = value else {
            throw mismatch(name, "an optional such as x.?name", value)
        }
        return content
    }

    /// The values in a list of optionals.
    private static func unwrap(
        _ name: String, _ value: Value, _ budget: inout Budget
    ) throws(FunctionError) -> Value {
        guard case .list(let list) = value else {
            throw mismatch(name, "a list of optionals", value)
        }
        try budget.spend(list.count)
        var contents: [Value] = []
        for index in 0..<list.count {
            if let content = try optional(name, list[index]) { contents.append(content) }
        }
        return try budget.list(contents)
    }
}

extension Value {
    /// Whether this is the zero value of its type: 0, false, an empty text and so on.
    fileprivate var isZero: Bool {
        switch self {
        case .null: true
        case .bool(let truth): !truth
        case .int(let number): number == 0
        case .uint(let number): number == 0
        case .double(let number): number == 0
        case .string(let text): text.isEmpty
        case .bytes(let bytes): bytes.isEmpty
        case .list(let list): list.count == 0
        case .map(let map): map.count == 0
        case .duration(let span): span.nanoseconds == 0
        case .timestamp(let moment): moment.seconds == 0 && moment.nanoseconds == 0
        case .type: false
        case .optional(let content): content == nil
        }
    }
}
