import Text

/// A JSON value as it stood in the text: integers exact and separate from doubles, members in order.
///
/// Strings compare by code point, never by Unicode equivalence (RFC 8259 §8.3).
public enum JSON: Sendable {
    case null
    case bool(Bool)
    /// A number written without fraction or exponent that fits 64 bits.
    case integer(Int64)
    /// The digits, with sign, of an integer too large for 64 bits; never with leading zeros.
    case bigInteger(String)
    /// A number written with a fraction or an exponent; always finite.
    case double(Double)
    case string(String)
    case array([JSON])
    case object(JSONObject)

    /// The kind of value in words for messages: "text", "a list" and so on.
    public var kind: String {
        switch self {
        case .null: "null"
        case .bool: "true or false"
        case .integer, .bigInteger: "an integer"
        case .double: "a decimal number"
        case .string: "text"
        case .array: "a list"
        case .object: "an object"
        }
    }

    /// The member named `key`, or nil if this is no object or has no such member.
    public subscript(key: String) -> JSON? { objectValue?[key] }

    /// The object, or nil for every other kind.
    public var objectValue: JSONObject? {
        if case .object(let object) = self { object } else { nil }
    }

    /// The elements of a list, or nil for every other kind.
    public var arrayValue: [JSON]? {
        if case .array(let elements) = self { elements } else { nil }
    }

    /// The text, or nil for every other kind.
    public var stringValue: String? {
        if case .string(let text) = self { text } else { nil }
    }

    /// The integer, or nil for every other kind and beyond 64 bits.
    public var integerValue: Int64? {
        if case .integer(let number) = self { number } else { nil }
    }

    /// The truth value, or nil for every other kind.
    public var boolValue: Bool? {
        if case .bool(let truth) = self { truth } else { nil }
    }
}

extension JSON: Equatable {
    /// Whether both are the same kind and value; objects are equal whatever their members' order.
    public static func == (left: JSON, right: JSON) -> Bool {
        switch (left, right) {
        case (.null, .null): true
        case (.bool(let left), .bool(let right)): left == right
        case (.integer(let left), .integer(let right)): left == right
        case (.bigInteger(let left), .bigInteger(let right)): left == right
        case (.double(let left), .double(let right)): left == right
        case (.string(let left), .string(let right)): left.hasSameCodePoints(as: right)
        case (.array(let left), .array(let right)): left == right
        case (.object(let left), .object(let right)): left == right
        default: false
        }
    }
}

extension JSON: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByStringLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    /// Makes a null.
    public init(nilLiteral: ()) { self = .null }
    /// Makes a truth value.
    public init(booleanLiteral value: Bool) { self = .bool(value) }
    /// Makes an integer.
    public init(integerLiteral value: Int64) { self = .integer(value) }
    /// Makes a text.
    public init(stringLiteral value: String) { self = .string(value) }
    /// Makes a list.
    public init(arrayLiteral elements: JSON...) { self = .array(elements) }
    /// Makes an object; if two members have the same key, the later one counts.
    public init(dictionaryLiteral elements: (String, JSON)...) {
        var object = JSONObject()
        for (key, value) in elements { object[key] = value }
        self = .object(object)
    }
}
