import CEL
import JSON

extension Shape {
    /// Adds an example.
    mutating func add(_ json: JSON, depth: Int = 0) {
        switch json {
        case .null: kinds.insert(.null)
        case .bool: kinds.insert(.bool)
        case .integer: kinds.insert(.int)
        case .bigInteger: kinds.formUnion([.uint, .double])
        case .double: kinds.insert(.double)
        case .string(let text):
            kinds.insert(.string)
            addText(text)
        case .array(let list):
            guard depth < CheckLimits.levelsMax else { return self = .unknown }
            kinds.insert(.list)
            if elements.isEmpty, !list.isEmpty { elements = [.none] }
            for element in list { elements[0].add(element, depth: depth + 1) }
        case .object(let object):
            guard depth < CheckLimits.levelsMax else { return self = .unknown }
            kinds.insert(.map)
            for member in object.members { add(member.value, as: member.key, depth: depth) }
        }
    }

    /// Adds an example of one field of a map.
    mutating func add(_ json: JSON, as key: String, depth: Int = 0) {
        fields?[key, default: .none].add(json, depth: depth + 1)
        if let count = fields?.count, count > CheckLimits.fieldsMax { fields = nil }
    }

    private mutating func addText(_ text: String) {
        guard let seen = texts, !seen.contains(text) else { return }
        if seen.count < CheckLimits.textsMax, text.utf8.count <= RenderLimits.keyBytesMax {
            texts?.insert(text)
        } else {
            texts = nil
        }
    }
}

/// The limits of what the check of a description remembers about examples.
enum CheckLimits {
    /// Different texts in one place; if there are more, they are names or free text, and any text
    /// may come.
    static let textsMax = 200
    /// Different keys of one object; if there are more, they are data and not fields.
    static let fieldsMax = 2_000
    /// Levels of lists and objects: limits the recursion.
    static let levelsMax = 12
    /// Remarks on one description; further ones come in the next run.
    static let remarksMax = 200
}
