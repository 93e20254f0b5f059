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
}

extension Value {
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
}
