extension Function {
    /// `int(x)`, `string(x)` and the other conversions, which have the names of types.
    static let conversions: [Function] = [
        .global("bool", 1...1, bool),
        .global("bytes", 1...1, bytes),
        .global("double", 1...1, double),
        .global("dyn", 1...1) { (arguments, _) throws(FunctionError) in arguments[0] },
        .global("int", 1...1, int),
        .global("string", 1...1, string),
        .global("type", 1...1) { (arguments, _) throws(FunctionError) in
            .type(arguments[0].typeName)
        },
        .global("uint", 1...1, uint),
    ]

    private static func bool(
        _ arguments: [Value], _ budget: inout Budget
    ) throws(FunctionError) -> Value {
        switch arguments[0] {
        case .bool: return arguments[0]
        case .string("1"), .string("t"), .string("true"), .string("TRUE"), .string("True"):
            return .bool(true)
        case .string("0"), .string("f"), .string("false"), .string("FALSE"), .string("False"):
            return .bool(false)
        case .string(let text): throw unreadable("bool", "'true' or 'false'", text)
        default: throw mismatch("bool", "true, false or text", arguments[0])
        }
    }

    private static func bytes(
        _ arguments: [Value], _ budget: inout Budget
    ) throws(FunctionError) -> Value {
        switch arguments[0] {
        case .bytes: return arguments[0]
        case .string(let text):
            try budget.produce(text.utf8.count)
            return .bytes(Array(text.utf8))
        default: throw mismatch("bytes", "bytes or text", arguments[0])
        }
    }

    private static func double(
        _ arguments: [Value], _ budget: inout Budget
    ) throws(FunctionError) -> Value {
        switch arguments[0] {
        case .double: return arguments[0]
        case .int(let number): return .double(Double(number))
        case .uint(let number): return .double(Double(number))
        case .string(let text):
            try budget.scan(text.utf8.count * 8)
            guard let number = NumberText.double(text) else {
                throw unreadable("double", "a decimal number", text)
            }
            return .double(number)
        default: throw mismatch("double", "a number or text", arguments[0])
        }
    }

    private static func int(
        _ arguments: [Value], _ budget: inout Budget
    ) throws(FunctionError) -> Value {
        switch arguments[0] {
        case .int: return arguments[0]
        case .uint(let number):
            guard let whole = Int64(exactly: number) else { throw outOfRange("int", "64 bits") }
            return .int(whole)
        case .double(let number):
            // The limits themselves are refused: a double near them may mean a number beyond them.
            guard number > -0x1p63, number < 0x1p63 else { throw outOfRange("int", "64 bits") }
            return .int(Int64(number))
        case .string(let text):
            guard let whole = NumberText.integer(text, as: Int64.self) else {
                throw unreadable("int", "an integer of 64 bits", text)
            }
            return .int(whole)
        default: throw mismatch("int", "a number or text", arguments[0])
        }
    }

    private static func uint(
        _ arguments: [Value], _ budget: inout Budget
    ) throws(FunctionError) -> Value {
        switch arguments[0] {
        case .uint: return arguments[0]
        case .int(let number):
            guard let whole = UInt64(exactly: number) else {
                throw outOfRange("uint", "64 bits without sign")
            }
            return .uint(whole)
        case .double(let number):
            guard number >= 0, number < 0x1p64 else {
                throw outOfRange("uint", "64 bits without sign")
            }
            return .uint(UInt64(number))
        case .string(let text):
            guard let whole = NumberText.integer(text, as: UInt64.self) else {
                throw unreadable("uint", "an unsigned integer of 64 bits", text)
            }
            return .uint(whole)
        default: throw mismatch("uint", "a number or text", arguments[0])
        }
    }

    private static func string(
        _ arguments: [Value], _ budget: inout Budget
    ) throws(FunctionError) -> Value {
        switch arguments[0] {
        case .string: return arguments[0]
        case .bool(let truth): return try budget.string(truth ? "true" : "false")
        case .int(let number): return try budget.string("\(number)")
        case .uint(let number): return try budget.string("\(number)")
        case .double(let number): return try budget.string(NumberText.shortest(number))
        case .bytes(let bytes):
            try budget.scan(bytes.count)
            guard let text = String(validating: bytes, as: UTF8.self) else {
                throw FunctionError(.badArgument, "string: expected bytes that are valid UTF-8")
            }
            return try budget.string(text)
        default: throw mismatch("string", "a number, true, false, bytes or text", arguments[0])
        }
    }

    private static func outOfRange(_ name: String, _ range: String) -> FunctionError {
        FunctionError(.overflow, "\(name): expected a number within \(range), found another")
    }
}

func unreadable(_ name: String, _ expected: String, _ text: String) -> FunctionError {
    let shown = text.shortened(to: 40)
    return FunctionError(.badArgument, "\(name): expected \(expected), found '\(shown)'")
}
