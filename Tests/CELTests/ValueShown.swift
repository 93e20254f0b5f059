@testable import CEL

extension Value {
    /// The value as an expression would write it, types told apart.
    var shown: String {
        switch self {
        case .null: "null"
        case .bool(let truth): "\(truth)"
        case .int(let number): "\(number)"
        case .uint(let number): "\(number)u"
        case .double(let number): "\(number)"
        case .string(let text): "'\(text)'"
        case .bytes(let bytes): "b\(bytes)"
        case .list(let list):
            "[" + (0..<list.count).map { list[$0].shown }.joined(separator: ", ") + "]"
        case .map(let map):
            "{"
                + map.keys.sorted()
                .map { "\($0.value.shown): \(map.value(for: $0)?.shown ?? "?")" }
                .joined(separator: ", ") + "}"
        case .type(let name): "type \(name)"
        case .optional(nil): "none"
        case .optional(let value?): "optional \(value.shown)"
        }
    }

    /// Whether both are the same value of the same type; NaN is NaN.
    func isIdentical(to other: Value) -> Bool {
        let (left, right) = (shown, other.shown)
        return left.utf8.elementsEqual(right.utf8)
    }
}
