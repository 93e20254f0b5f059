extension Function {
    /// `text.format(list)` and `strings.quote(text)` of the strings extension.
    static let formats: [Function] = [
        .member("format", 2...2) { (arguments, budget) throws(FunctionError) in
            guard case .string(let text) = arguments[0], case .list(let list) = arguments[1] else {
                throw mismatch("format", "text and a list", arguments[0], arguments[1])
            }
            try budget.scan(text.utf8.count)
            var formatter = Formatter(text: Array(text.utf8), arguments: list)
            return .string(try formatter.format(&budget))
        },
        .global("strings.quote", 1...1) { (arguments, budget) throws(FunctionError) in
            let text = try text("strings.quote", arguments)
            try budget.scan(text.utf8.count)
            return try budget.string(quoted(text))
        },
    ]

    /// The text as a literal in double quotes.
    private static func quoted(_ text: String) -> String {
        var bytes: [UInt8] = [UInt8(ascii: "\"")]
        for byte in text.utf8 {
            let letter: UInt8? =
                switch byte {
                case 0x07: UInt8(ascii: "a")
                case 0x08: UInt8(ascii: "b")
                case 0x0C: UInt8(ascii: "f")
                case 0x0A: UInt8(ascii: "n")
                case 0x0D: UInt8(ascii: "r")
                case 0x09: UInt8(ascii: "t")
                case 0x0B: UInt8(ascii: "v")
                case UInt8(ascii: "\\"), UInt8(ascii: "\""): byte
                default: nil
                }
            if letter != nil { bytes.append(UInt8(ascii: "\\")) }
            bytes.append(letter ?? byte)
        }
        return String(decoding: bytes + [UInt8(ascii: "\"")], as: UTF8.self)
    }
}

/// Fills the clauses of one text: `%s %d %f %e %b %x %X %o %%`, with a precision as in `%.2f`.
private struct Formatter {
    let text: [UInt8]
    let arguments: any ListValue
    private var at = 0
    private var next = 0
    private var result: [UInt8] = []

    init(text: [UInt8], arguments: any ListValue) {
        self.text = text
        self.arguments = arguments
    }

    /// The text with every clause replaced by its value.
    mutating func format(_ budget: inout Budget) throws(FunctionError) -> String {
        while at < text.count {
            let byte = text[at]
            at += 1
            guard byte == UInt8(ascii: "%") else {
                result.append(byte)
                continue
            }
            try clause(&budget)
        }
        guard next == arguments.count else {
            throw FunctionError(
                .badArgument,
                "format: expected as many values as clauses, \(next), found \(arguments.count)")
        }
        try budget.produce(result.count)
        return String(decoding: result, as: UTF8.self)
    }

    private mutating func clause(_ budget: inout Budget) throws(FunctionError) {
        if at < text.count, text[at] == UInt8(ascii: "%") {
            result.append(text[at])
            at += 1
            return
        }
        let places = try precision()
        guard at < text.count else {
            throw FunctionError(.badArgument, "format: expected a letter after '%', found the end")
        }
        let letter = text[at]
        at += 1
        guard next < arguments.count else {
            throw FunctionError(
                .badArgument, "format: expected more than \(arguments.count) values in the list")
        }
        let value = arguments[next]
        next += 1
        try budget.spend()
        let formatted = try Self.formatted(value, letter, places, &budget)
        // The length is limited here; the work is paid for at the end.
        try budget.reserve(result.count + formatted.utf8.count)
        result += formatted.utf8
    }

    /// `.2` in `%.2f`, or nil.
    private mutating func precision() throws(FunctionError) -> Int? {
        guard at < text.count, text[at] == UInt8(ascii: ".") else { return nil }
        at += 1
        let start = at
        while at < text.count, text[at].isDigit { at += 1 }
        let digits = String(decoding: text[start..<at], as: UTF8.self)
        guard let places = Int64(digits), places <= CELLimits.formatDigitsMax else {
            throw FunctionError(
                .badArgument,
                "format: expected a number of digits up to \(CELLimits.formatDigitsMax) after '%.', "
                    + "found '\(digits.shortened(to: 20))'")
        }
        return Int(places)
    }

    private static func formatted(
        _ value: Value, _ letter: UInt8, _ places: Int?, _ budget: inout Budget
    ) throws(FunctionError) -> String {
        let clause = "'%\(Character(Unicode.Scalar(letter)))'"
        let name = "format \(clause)"
        switch letter {
        case UInt8(ascii: "s"): return try value.text(&budget)
        case UInt8(ascii: "d"):
            switch value {
            case .int(let number): return "\(number)"
            case .uint(let number): return "\(number)"
            case .double(let number):
                return number.isFinite ? NumberText.shortest(number) : NumberText.named(number)
            default: throw mismatch(name, "an integer", value)
            }
        case UInt8(ascii: "f"), UInt8(ascii: "e"):
            // The digits of the largest number are about as much work as twenty operations.
            try budget.spend(20)
            let number: Double
            switch value {
            case .double(let decimal): number = decimal
            case .int(let whole): number = Double(whole)
            case .uint(let whole): number = Double(whole)
            default: throw mismatch(name, "a number", value)
            }
            return letter == UInt8(ascii: "f")
                ? NumberText.fixed(number, places: places ?? 6)
                : NumberText.scientific(number, places: places ?? 6)
        case UInt8(ascii: "b"):
            if case .bool(let truth) = value { return truth ? "1" : "0" }
            return try radix(value, 2, name, "an integer, true or false")
        case UInt8(ascii: "o"): return try radix(value, 8, name, "an integer")
        case UInt8(ascii: "x"), UInt8(ascii: "X"):
            let isUpper = letter == UInt8(ascii: "X")
            switch value {
            case .string(let text): return try hex(Array(text.utf8), isUpper, &budget)
            case .bytes(let bytes): return try hex(bytes, isUpper, &budget)
            default:
                return try radix(value, 16, name, "an integer, text or bytes", isUpper: isUpper)
            }
        default:
            throw FunctionError(
                .badArgument, "format: expected one of %s %d %f %e %b %o %x %X %%, found \(clause)")
        }
    }

    private static func radix(
        _ value: Value, _ radix: Int, _ name: String, _ expected: String, isUpper: Bool = false
    ) throws(FunctionError) -> String {
        switch value {
        case .int(let number): return String(number, radix: radix, uppercase: isUpper)
        case .uint(let number): return String(number, radix: radix, uppercase: isUpper)
        default: throw mismatch(name, expected, value)
        }
    }

    private static func hex(
        _ bytes: [UInt8], _ isUpper: Bool, _ budget: inout Budget
    ) throws(FunctionError) -> String {
        try budget.reserve(bytes.count * 2)
        try budget.scan(bytes.count)
        let digits = Array((isUpper ? "0123456789ABCDEF" : "0123456789abcdef").utf8)
        let text = bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
        return String(decoding: text, as: UTF8.self)
    }
}
