extension Function {
    /// The functions of the strings extension that find, change or count code points.
    static let textPlaces: [Function] = [
        .member("charAt", 2...2, charAt),
        .member("indexOf", 2...3, indexOf),
        .member("lastIndexOf", 2...3, lastIndexOf),
        .member("lowerAscii", 1...1) { (arguments, budget) throws(FunctionError) in
            try mapped("lowerAscii", arguments, &budget) { $0.isUpperAscii ? $0 | 0x20 : $0 }
        },
        .member("upperAscii", 1...1) { (arguments, budget) throws(FunctionError) in
            try mapped("upperAscii", arguments, &budget) { $0.isLowerAscii ? $0 & ~0x20 : $0 }
        },
        .member("substring", 2...3, substring),
        .member("trim", 1...1, trim),
        .member("reverse", 1...1, reverse),
    ]

    private static func charAt(
        _ arguments: [Value], _ budget: inout Budget
    ) throws(FunctionError) -> Value {
        let scalars = try scalars("charAt", arguments, &budget)
        let place = try place("charAt", arguments[1], upTo: scalars.count)
        return try budget.string(place == scalars.count ? "" : scalars.text(place..<place + 1))
    }

    private static func indexOf(
        _ arguments: [Value], _ budget: inout Budget
    ) throws(FunctionError) -> Value {
        let (text, part) = try texts("indexOf", arguments)
        try budget.search(text, for: part)
        let scalars = Array(text.unicodeScalars)
        var start = 0
        if arguments.count == 3 {
            start = try place("indexOf", arguments[2], upTo: scalars.count)
        }
        if part.isEmpty { return .int(Int64(start)) }
        let found = scalars.firstPlace(of: Array(part.unicodeScalars), from: start)
        return .int(Int64(found ?? -1))
    }

    private static func lastIndexOf(
        _ arguments: [Value], _ budget: inout Budget
    ) throws(FunctionError) -> Value {
        let (text, part) = try texts("lastIndexOf", arguments)
        try budget.search(text, for: part)
        let scalars = Array(text.unicodeScalars)
        var end = scalars.count
        if arguments.count == 3 {
            end = try place("lastIndexOf", arguments[2], upTo: scalars.count)
        }
        if part.isEmpty { return .int(Int64(end)) }
        let found = scalars.lastPlace(of: Array(part.unicodeScalars), upTo: end)
        return .int(Int64(found ?? -1))
    }

    private static func substring(
        _ arguments: [Value], _ budget: inout Budget
    ) throws(FunctionError) -> Value {
        let scalars = try scalars("substring", arguments, &budget)
        let start = try place("substring", arguments[1], upTo: scalars.count)
        var end = scalars.count
        if arguments.count == 3 {
            end = try place("substring", arguments[2], upTo: scalars.count)
        }
        guard start <= end else {
            throw FunctionError(
                .indexOutOfRange,
                "substring: expected an end after the start \(start), found \(end)")
        }
        return try budget.string(scalars.text(start..<end))
    }

    private static func trim(
        _ arguments: [Value], _ budget: inout Budget
    ) throws(FunctionError) -> Value {
        let scalars = try scalars("trim", arguments, &budget)
        guard let first = scalars.firstIndex(where: { !$0.isSpace }),
            let last = scalars.lastIndex(where: { !$0.isSpace })
        else { return .string("") }
        return try budget.string(scalars.text(first..<last + 1))
    }

    private static func reverse(
        _ arguments: [Value], _ budget: inout Budget
    ) throws(FunctionError) -> Value {
        let scalars = try scalars("reverse", arguments, &budget)
        var view = String.UnicodeScalarView()
        view.append(contentsOf: scalars.reversed())
        return try budget.string(String(view))
    }

    private static func mapped(
        _ name: String, _ arguments: [Value], _ budget: inout Budget, _ byte: (UInt8) -> UInt8
    ) throws(FunctionError) -> Value {
        let text = try text(name, arguments)
        try budget.scan(text.utf8.count)
        return try budget.string(String(decoding: text.utf8.map(byte), as: UTF8.self))
    }

    private static func scalars(
        _ name: String, _ arguments: [Value], _ budget: inout Budget
    ) throws(FunctionError) -> [Unicode.Scalar] {
        let text = try text(name, arguments)
        // Converting a text to code points costs about as much as reading it four times.
        try budget.scan(text.utf8.count * 4)
        return Array(text.unicodeScalars)
    }

    /// A place within a text of this length, or its end.
    private static func place(
        _ name: String, _ value: Value, upTo count: Int
    ) throws(FunctionError) -> Int {
        guard case .int(let number) = value else { throw mismatch(name, "an integer", value) }
        guard number >= 0, number <= count else {
            throw FunctionError(
                .indexOutOfRange, "\(name): expected a place from 0 to \(count), found \(number)")
        }
        return Int(number)
    }
}

extension UInt8 {
    fileprivate var isUpperAscii: Bool { self >= UInt8(ascii: "A") && self <= UInt8(ascii: "Z") }
    fileprivate var isLowerAscii: Bool { self >= UInt8(ascii: "a") && self <= UInt8(ascii: "z") }
}
