import Text

/// A value of the language.
///
/// Texts are sequences of code points and are compared as such, not by Unicode equivalence. Lists
/// and maps may use the host's own storage, so that data needs no conversion.
public enum Value: Sendable {
    case null
    case bool(Bool)
    case int(Int64)
    case uint(UInt64)
    case double(Double)
    case string(String)
    case bytes([UInt8])
    case list(any ListValue)
    case map(any MapValue)
    /// The type of a value, as `type(x)` gives it.
    case type(TypeName)
    /// A value that may be absent, as `a.?b` gives it.
    indirect case optional(Value?)

    /// Makes a list.
    public init(_ elements: [Value]) {
        self = .list(NativeList(elements))
    }

    /// Makes a map with texts as keys.
    public init(_ entries: [String: Value]) {
        self = .map(NativeMap(unique: entries.map { (MapKey.string($0.key), $0.value) }))
    }

    /// The kind of value in words for messages: "text", "a list" and so on.
    public var kind: String {
        switch self {
        case .null: "null"
        case .bool: "true or false"
        case .int: "an integer"
        case .uint: "an unsigned integer"
        case .double: "a decimal number"
        case .string: "text"
        case .bytes: "bytes"
        case .list: "a list"
        case .map: "a map"
        case .type: "a type"
        case .optional: "an optional"
        }
    }

    /// The number of bytes that this value and everything in it count, even if parts are shared.
    ///
    /// So small expressions cannot make lists of lists that take for ever to read. Within 64 KiB at most 90 lists can be
    /// inside each other. The host's own lists and maps count as one element, because they exist anyway.
    var weightBytes: Int {
        switch self {
        case .string(let text): Self.elementBytes + text.utf8.count
        case .bytes(let bytes): Self.elementBytes + bytes.count
        case .list(let list): (list as? NativeList)?.weightBytes ?? Self.elementBytes
        case .map(let map): (map as? NativeMap)?.weightBytes ?? Self.elementBytes
        case .optional(let value?): Self.elementBytes + value.weightBytes
        default: Self.elementBytes
        }
    }

    static func weightBytes(around contents: some Sequence<Value>) -> Int {
        // The sum has a limit that nothing affordable reaches, so it cannot overflow.
        contents.reduce(elementBytes) { min($0 + $1.weightBytes, 1 << 40) }
    }

    /// The weight of any value without its contents.
    static let elementBytes = 16

    /// How this value and another are ordered; throws if there is no order between these kinds.
    func order(_ other: Value, _ budget: inout Budget) throws(FunctionError) -> Order {
        if let order = scalarOrder(other) { return order }
        switch (self, other) {
        case (.string(let left), .string(let right)):
            try budget.scan(min(left.utf8.count, right.utf8.count))
            if left.hasSameCodePoints(as: right) { return .same }
            return left.precedesByCodePoint(right) ? .before : .after
        case (.bytes(let left), .bytes(let right)):
            try budget.scan(min(left.count, right.count))
            if left == right { return .same }
            return left.lexicographicallyPrecedes(right) ? .before : .after
        default:
            throw FunctionError(
                .typeMismatch,
                "expected two numbers, two texts or two others that have an order, "
                    + "found \(kind) and \(other.kind)")
        }
    }

    /// The order of two numbers or truth values; nil for other values.
    func scalarOrder(_ other: Value) -> Order? {
        switch (self, other) {
        case (.bool(let left), .bool(let right)): Order(left ? 1 : 0, right ? 1 : 0)
        case (.int(let left), .int(let right)): Order(left, right)
        case (.uint(let left), .uint(let right)): Order(left, right)
        case (.double(let left), .double(let right)): Order(left, right)
        case (.int(let left), .uint(let right)): left < 0 ? .before : Order(UInt64(left), right)
        case (.uint(let left), .int(let right)): right < 0 ? .after : Order(left, UInt64(right))
        // Compared as doubles, as the reference implementations do near the limits of 64 bits.
        case (.int(let left), .double(let right)): Order(Double(left), right)
        case (.double(let left), .int(let right)): Order(left, Double(right))
        case (.uint(let left), .double(let right)): Order(Double(left), right)
        case (.double(let left), .uint(let right)): Order(left, Double(right))
        default: nil
        }
    }

    enum Order {
        case before, same, after
        /// One of them is NaN: every comparison is false.
        case none

        init<Number: Comparable>(_ left: Number, _ right: Number) {
            self = left < right ? .before : left > right ? .after : left == right ? .same : .none
        }
    }
}

/// The name of a type, as `type(x)` gives it; two types are equal if their names are.
public struct TypeName: Hashable, Sendable, CustomStringConvertible {
    /// The name as it is written in an expression: `int`, `null_type`.
    public let description: String

    init(_ name: String) {
        description = name
    }
}

extension Value {
    /// The type of this value.
    public var typeName: TypeName {
        switch self {
        case .null: TypeName("null_type")
        case .bool: TypeName("bool")
        case .int: TypeName("int")
        case .uint: TypeName("uint")
        case .double: TypeName("double")
        case .string: TypeName("string")
        case .bytes: TypeName("bytes")
        case .list: TypeName("list")
        case .map: TypeName("map")
        case .type: TypeName("type")
        case .optional: TypeName("optional_type")
        }
    }
}

/// A list, in the evaluator's or in the host's own storage; it does not change.
public protocol ListValue: AnyObject, Sendable {
    /// How many elements there are.
    var count: Int { get }

    /// One element; the index is in `0..<count`.
    subscript(index: Int) -> Value { get }
}

/// A list that an expression made.
final class NativeList: ListValue {
    let elements: [Value]
    let weightBytes: Int

    init(_ elements: [Value]) {
        self.elements = elements
        weightBytes = Value.weightBytes(around: elements)
    }

    var count: Int { elements.count }
    subscript(index: Int) -> Value { elements[index] }
}
