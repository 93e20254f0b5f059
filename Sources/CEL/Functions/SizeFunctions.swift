extension Function {
    /// `size(x)` and `x.size()`: code points of a text, bytes, elements or entries.
    static let sizes: [Function] = [
        .global("size", 1...1, size), .member("size", 1...1, size),
    ]

    private static func size(
        _ arguments: [Value], _ budget: inout Budget
    ) throws(FunctionError) -> Value {
        switch arguments[0] {
        case .string(let text):
            try budget.scan(text.utf8.count)
            return .int(Int64(text.unicodeScalars.count))
        case .bytes(let bytes): return .int(Int64(bytes.count))
        case .list(let list): return .int(Int64(list.count))
        case .map(let map): return .int(Int64(map.count))
        default: throw mismatch("size", "text, bytes, a list or a map", arguments[0])
        }
    }
}
