import CEL
import JSON
import Text

// JSON objects and lists serve directly as the language's maps and lists: an expression that reads
// one key converts one value.

extension Value {
    /// The value of the language for a JSON value.
    ///
    /// - Parameter json: the value; an integer beyond 64 bits becomes the nearest double.
    init(json: JSON) {
        self =
            switch json {
            case .null: .null
            case .bool(let truth): .bool(truth)
            case .integer(let number): .int(number)
            case .bigInteger(let digits):
                UInt64(digits).map { .uint($0) } ?? .double(Double(digits) ?? .infinity)
            case .double(let number): .double(number)
            case .string(let text): .string(text)
            case .array(let elements): .list(JSONList(elements))
            case .object(let object): .map(object.storage)
            }
    }
}

/// A JSON list as a list of the language.
final class JSONList: ListValue {
    private let elements: [JSON]

    init(_ elements: [JSON]) {
        self.elements = elements
    }

    var count: Int { elements.count }
    subscript(index: Int) -> Value { Value(json: elements[index]) }
}

extension JSONMembers: MapValue {
    /// The keys, all of them texts.
    package var keys: [MapKey] { (0..<count).map { .string(key($0)) } }

    /// The value of one member, if there is such a member.
    package func value(forKey key: String) -> Value? {
        place(of: key).map { Value(json: value($0)) }
    }

    /// The value of one member, if there is such a member.
    package func value(named key: TextKey) -> Value? {
        place(of: key).map { Value(json: value($0)) }
    }
}
