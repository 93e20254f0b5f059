extension Function {
    /// The functions of the strings extension that take texts apart and put them together.
    static let textParts: [Function] = [
        .member("replace", 3...4, replace),
        .member("split", 2...3, split),
        .member("join", 1...2, join),
    ]

    /// `text.replace(old, new)` and `text.replace(old, new, count)`; a negative count means all.
    private static func replace(
        _ arguments: [Value], _ budget: inout Budget
    ) throws(FunctionError) -> Value {
        guard case .string(let text) = arguments[0], case .string(let old) = arguments[1],
            case .string(let new) = arguments[2]
        else { throw mismatch("replace", "three texts", arguments[0], arguments[1], arguments[2]) }
        let limit = try count("replace", arguments, at: 3)
        try budget.search(text, for: old)
        let elements = Array(text.utf8)
        let places = old.isEmpty ? gaps(elements) : matches(elements, Array(old.utf8))
        let replaced = places.prefix(limit)
        try budget.visit(replaced.count)
        let (added, overflow) = replaced.count.multipliedReportingOverflow(by: new.utf8.count)
        try budget.reserve(overflow ? .max : added)
        var result: [UInt8] = []
        var end = 0
        for place in replaced {
            result += elements[end..<place]
            result += new.utf8
            end = place + old.utf8.count
        }
        result += elements[end...]
        return try budget.string(String(decoding: result, as: UTF8.self))
    }

    /// `text.split(separator)` and `text.split(separator, count)`; a negative count means all.
    private static func split(
        _ arguments: [Value], _ budget: inout Budget
    ) throws(FunctionError) -> Value {
        let (text, separator) = try texts("split", arguments)
        let limit = try count("split", arguments, at: 2)
        try budget.search(text, for: separator)
        if limit == 0 { return try budget.list([]) }
        let elements = Array(text.utf8)
        var places: [Int]
        if separator.isEmpty {
            // Between every two code points.
            if elements.isEmpty { return try budget.list([]) }
            places = gaps(elements)
            places.removeFirst()
            places.removeLast()
        } else {
            places = matches(elements, Array(separator.utf8))
        }
        try budget.spend(places.count)
        var parts: [Value] = []
        var start = 0
        for place in places.prefix(limit - 1) {
            parts.append(.string(String(decoding: elements[start..<place], as: UTF8.self)))
            start = place + separator.utf8.count
        }
        parts.append(.string(String(decoding: elements[start...], as: UTF8.self)))
        return try budget.list(parts)
    }

    /// Joins texts: `list.join()`, `list.join(separator)`.
    private static func join(
        _ arguments: [Value], _ budget: inout Budget
    ) throws(FunctionError) -> Value {
        guard case .list(let list) = arguments[0] else {
            throw mismatch("join", "a list of texts", arguments[0])
        }
        var separator = ""
        if arguments.count == 2 {
            guard case .string(let text) = arguments[1] else {
                throw mismatch("join", "text between the elements", arguments[1])
            }
            separator = text
        }
        var result = ""
        for index in 0..<list.count {
            guard case .string(let text) = list[index] else {
                throw mismatch("join", "a list of texts", list[index])
            }
            try budget.spend()
            try budget.produce(text.utf8.count + (index > 0 ? separator.utf8.count : 0))
            if index > 0 { result += separator }
            result += text
        }
        return .string(result)
    }

    /// The optional count after the other arguments.
    private static func count(
        _ name: String, _ arguments: [Value], at index: Int
    ) throws(FunctionError) -> Int {
        guard index < arguments.count else { return .max }
        guard case .int(let count) = arguments[index] else {
            throw mismatch(name, "an integer as count", arguments[index])
        }
        return count < 0 ? .max : Int(clamping: count)
    }

    /// The places of `part`, without overlaps.
    private static func matches(_ text: [UInt8], _ part: [UInt8]) -> [Int] {
        var places: [Int] = []
        var start = 0
        while let place = text.firstPlace(of: part, from: start) {
            places.append(place)
            start = place + part.count
        }
        return places
    }

    /// Before, between and after all code points.
    private static func gaps(_ text: [UInt8]) -> [Int] {
        text.indices.filter { text[$0] & 0xC0 != 0x80 } + [text.count]
    }
}
