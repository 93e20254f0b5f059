import Text

/// A key of a map: true or false, a whole number, or a text by code point.
///
/// `1` and `1u` are one key. Keys are ordered: truth values, numbers by size, texts by code point.
public enum MapKey: Sendable {
    case bool(Bool)
    case int(Int64)
    case uint(UInt64)
    case string(String)

    /// Nil for a kind that cannot be a key; a decimal number without a fraction is the same key as the whole number.
    init?(_ value: Value) {
        switch value {
        case .bool(let truth): self = .bool(truth)
        case .int(let number): self = .int(number)
        case .uint(let number): self = .uint(number)
        case .string(let text): self = .string(text)
        case .double(let number):
            if let whole = Int64(exactly: number) {
                self = .int(whole)
            } else if let whole = UInt64(exactly: number) {
                self = .uint(whole)
            } else {
                return nil
            }
        default: return nil
        }
    }

    /// The key as a value.
    public var value: Value {
        switch self {
        case .bool(let truth): .bool(truth)
        case .int(let number): .int(number)
        case .uint(let number): .uint(number)
        case .string(let text): .string(text)
        }
    }
}

extension MapKey: Comparable {
    /// Whether both are the same key.
    public static func == (left: MapKey, right: MapKey) -> Bool {
        switch (left, right) {
        case (.string(let left), .string(let right)): left.hasSameCodePoints(as: right)
        case (.int(let left), .int(let right)): left == right
        case (.uint(let left), .uint(let right)): left == right
        case (.int(let left), .uint(let right)): left == right
        case (.uint(let left), .int(let right)): left == right
        case (.bool(let left), .bool(let right)): left == right
        default: false
        }
    }

    /// Whether the left key comes first.
    public static func < (left: MapKey, right: MapKey) -> Bool {
        switch (left, right) {
        case (.string(let left), .string(let right)): left.precedesByCodePoint(right)
        case (.int(let left), .int(let right)): left < right
        case (.uint(let left), .uint(let right)): left < right
        case (.int(let left), .uint(let right)): left < right
        case (.uint(let left), .int(let right)): left < right
        case (.bool(let left), .bool(let right)): !left && right
        default: left.rank < right.rank
        }
    }

    private var rank: Int {
        switch self {
        case .bool: 0
        case .int, .uint: 1
        case .string: 2
        }
    }
}
