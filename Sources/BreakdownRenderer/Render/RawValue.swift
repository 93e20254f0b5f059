import CEL
import JSON

/// The values behind a row's two cells, as the data has them.
struct RawCells: Equatable, Sendable {
    /// Behind the left cell; null if no value of the data is behind it, or it is too large.
    let red: JSON
    /// Behind the right cell.
    let blue: JSON
}

/// Collects the values behind one cell.
struct RawValue {
    /// Bytes of texts, and eight for each value: prevents a short cell from carrying a large object.
    private static let bytesMax = RenderLimits.cellCodePointsMax

    private var values: [JSON] = []
    private var bytes = 0

    /// The value; of several, such as the parts of a `text`, the list of them; null if there is none.
    var json: JSON {
        guard bytes <= Self.bytesMax else { return .null }
        return values.count > 1 ? .array(values) : values.first ?? .null
    }

    /// Adds what an expression gave.
    mutating func append(_ value: Value) { values.append(read(value, depth: 0)) }

    /// Adds a field's value.
    mutating func append(_ json: JSON) {
        // The language knows 64 bits, and the data more.
        if case .bigInteger = json { values.append(json) } else { append(Value(json: json)) }
    }

    private mutating func read(_ value: Value, depth: Int) -> JSON {
        bytes += 8
        guard bytes <= Self.bytesMax, depth < RenderLimits.genericDepthMax else {
            bytes = Self.bytesMax + 1
            return .null
        }
        switch value {
        case .bool(let truth): return .bool(truth)
        case .int(let number): return .integer(number)
        case .uint(let number):
            return Int64(exactly: number).map { .integer($0) } ?? .bigInteger(String(number))
        case .double(let number): return number.isFinite ? .double(number) : .null
        case .string(let text):
            bytes += text.utf8.count
            return .string(text)
        case .list(let list):
            var elements: [JSON] = []
            for at in 0..<list.count where bytes <= Self.bytesMax {
                elements.append(read(list[at], depth: depth + 1))
            }
            return .array(elements)
        case .map(let map):
            var object = JSONObject()
            for case .string(let key) in map.keys where bytes <= Self.bytesMax {
                bytes += key.utf8.count
                object[key] = map.value(forKey: key).map { read($0, depth: depth + 1) }
            }
            return .object(object)
        case .optional(let inner?): return read(inner, depth: depth + 1)
        case .null, .bytes, .type, .optional: return .null
        }
    }
}

extension JSON {
    /// The value as a cell of a file without types: a text as it is, and anything else as JSON; empty for null.
    var cellText: String {
        switch self {
        case .null: ""
        case .string(let text): text
        default: text()
        }
    }
}
