import CEL

/// The functions that descriptions may call in addition to the standard functions.
///
/// CEL cannot say these things, or not readably. If a number is null, each of
/// them gives null: an unknown value stays unknown and is shown as missing.
enum HostFunctions {
    /// All of them.
    static let all = [sum, countTrue, fixed, percent, signed, dots, ordinal]

    /// `sum(list)`: the sum of numbers; 0 for none, a decimal number as soon as one is.
    static let sum = HostFunction("sum", arity: 1) { (arguments) throws(FunctionError) -> Value in
        guard let list = try list("sum", arguments[0]) else { return .null }
        var whole: Int64 = 0
        var decimal: Double?
        for at in 0..<list.count {
            switch list[at] {
            case .int(let number):
                let (next, overflow) = whole.addingReportingOverflow(number)
                guard !overflow else {
                    throw FunctionError(.overflow, "sum: expected a sum of at most 64 bits")
                }
                whole = next
            case .double(let number): decimal = (decimal ?? 0) + number
            case .null: return .null
            case let other:
                throw FunctionError(.typeMismatch, "sum: expected numbers, found \(other.kind)")
            }
        }
        return decimal.map { .double($0 + Double(whole)) } ?? .int(whole)
    }

    /// `countTrue(list)`, `countTrue(map)`: how many elements or values are true.
    static let countTrue = HostFunction("countTrue", arity: 1) {
        (arguments) throws(FunctionError) -> Value in
        var count: Int64 = 0
        switch arguments[0] {
        case .list(let list):
            for at in 0..<list.count { if case .bool(true) = list[at] { count += 1 } }
        case .map(let map):
            for key in map.keys { if case .bool(true)? = map.value(for: key) { count += 1 } }
        case .null: return .null
        case let other:
            throw FunctionError(
                .typeMismatch, "countTrue: expected a list or a map, found \(other.kind)")
        }
        return .int(count)
    }

    /// `fixed(n, digits)`: `38.12`, rounded as C's `printf` does.
    static let fixed = HostFunction("fixed", arity: 2) {
        (arguments) throws(FunctionError) -> Value in
        guard let number = try number("fixed", arguments[0]) else { return .null }
        let digits = try digits("fixed", arguments[1])
        guard let text = Decimal.fixed(number, digits: digits) else {
            throw FunctionError(.overflow, "fixed: expected a number that can be written out")
        }
        return .string(text)
    }

    /// `percent(part, whole, digits)`: `66.67%`; null where the whole is 0.
    static let percent = HostFunction("percent", arity: 3) {
        (arguments) throws(FunctionError) -> Value in
        guard let part = try number("percent", arguments[0]),
            let whole = try number("percent", arguments[1])
        else { return .null }
        let digits = try digits("percent", arguments[2])
        guard whole != 0 else { return .null }
        guard let text = Decimal.fixed(part * 100 / whole, digits: digits) else {
            throw FunctionError(.overflow, "percent: expected a share that can be written out")
        }
        return .string("\(text)%")
    }

    /// `signed(n)`: the number with its sign, `+5`, `-3`, `+0`.
    static let signed = HostFunction("signed", arity: 1) {
        (arguments) throws(FunctionError) -> Value in
        guard let number = try number("signed", arguments[0]) else { return .null }
        let text: String
        if case .int(let whole) = arguments[0] {
            text = String(whole)
        } else if let decimal = Decimal.shortest(number) {
            text = decimal
        } else {
            throw FunctionError(.badArgument, "signed: expected a finite number")
        }
        return .string(text.hasStart("-") ? text : "+\(text)")
    }

    /// `dots(n)`, `dots(n, of)`: n full dots, and rings for the rest: `●●○`.
    static let dots = HostFunction("dots", arity: 1...2) {
        (arguments) throws(FunctionError) -> Value in
        guard case .int(let count) = arguments[0] else {
            if case .null = arguments[0] { return .null }
            throw FunctionError(
                .typeMismatch, "dots: expected an integer, found \(arguments[0].kind)")
        }
        var whole = count
        if arguments.count > 1 {
            guard case .int(let of) = arguments[1] else {
                throw FunctionError(
                    .typeMismatch, "dots: expected an integer, found \(arguments[1].kind)")
            }
            whole = max(count, of)
        }
        guard count >= 0, whole <= 20 else {
            throw FunctionError(.badArgument, "dots: expected 0 to 20 dots")
        }
        return .string(
            String(repeating: Icon.dot.character, count: Int(count))
                + String(repeating: Icon.ring.character, count: Int(whole - count)))
    }

    /// `ordinal(n)`: the number as a rank, `1st`, `2nd`, `11th`, `-1st`.
    static let ordinal = HostFunction("ordinal", arity: 1) {
        (arguments) throws(FunctionError) -> Value in
        switch arguments[0] {
        case .null: return .null
        case .int(let number): return .string("\(number)\(ending(number.magnitude))")
        case .uint(let number): return .string("\(number)\(ending(UInt64(number)))")
        case let other:
            throw FunctionError(.typeMismatch, "ordinal: expected an integer, found \(other.kind)")
        }
    }

    /// The letters after a number's digits.
    private static func ending(_ magnitude: UInt64) -> String {
        // 11, 12 and 13 are eleventh, twelfth and thirteenth.
        if 11...13 ~= magnitude % 100 { return "th" }
        return switch magnitude % 10 {
        case 1: "st"
        case 2: "nd"
        case 3: "rd"
        default: "th"
        }
    }

    private static func digits(_ function: String, _ value: Value) throws(FunctionError) -> Int {
        guard case .int(let digits) = value, (0...6).contains(digits) else {
            throw FunctionError(.badArgument, "\(function): expected 0 to 6 digits")
        }
        return Int(digits)
    }

    private static func list(
        _ function: String, _ value: Value
    ) throws(FunctionError) -> (any ListValue)? {
        switch value {
        case .list(let list): return list
        case .null: return nil
        default:
            throw FunctionError(.typeMismatch, "\(function): expected a list, found \(value.kind)")
        }
    }

    private static func number(
        _ function: String, _ value: Value
    ) throws(FunctionError) -> Double? {
        switch value {
        case .int(let number): return Double(number)
        case .uint(let number): return Double(number)
        case .double(let number): return number
        case .null: return nil
        default:
            throw FunctionError(
                .typeMismatch, "\(function): expected a number, found \(value.kind)")
        }
    }
}
