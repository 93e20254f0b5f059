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
