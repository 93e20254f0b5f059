import BreakdownRenderer
import CEL
import JSON

/// The values that several examples of an object have under each key; keys keep their order.
struct FieldTree {
    private(set) var kinds: Shape.Kinds = []
    /// The different texts here, or in a list here, in their order.
    private(set) var texts: [String] = []
    /// The kinds of values in lists here; for nested lists those of the innermost.
    private(set) var elementKinds: Shape.Kinds = []
    private(set) var lengths: Set<Int> = []
    /// Whether any example has something to show here: not null, no empty text, no empty list.
    private(set) var hasValue = false
    private(set) var fields: [(key: String, tree: FieldTree)] = []
    private(set) var examples: Set<Int> = []
    private var places: [String: Int] = [:]

    mutating func add(_ json: JSON, example: Int, depth: Int = 0) {
        examples.insert(example)
        switch json {
        case .null: kinds.insert(.null)
        case .array(let list):
            kinds.insert(.list)
            lengths.insert(list.count)
            hasValue = hasValue || !list.isEmpty
            for element in list { addElement(element, depth: 1) }
        case .object(let object):
            kinds.insert(.map)
            hasValue = hasValue || !object.isEmpty
            guard depth < RenderLimits.genericDepthMax else { return }
            for member in object.members {
                add(member.value, as: member.key, example: example, depth: depth)
            }
        default:
            let shape = Self.plain(json)
            kinds.formUnion(shape)
            hasValue = hasValue || json.stringValue?.isEmpty != true
            addText(json)
        }
    }

    private mutating func add(_ json: JSON, as key: String, example: Int, depth: Int) {
        let at = places[key] ?? fields.count
        if at == fields.count {
            fields.append((key, FieldTree()))
            places[key] = at
        }
        fields[at].tree.add(json, example: example, depth: depth + 1)
    }

    private mutating func addElement(_ json: JSON, depth: Int) {
        switch json {
        case .null: break
        case .array(let list) where depth < RenderLimits.genericDepthMax:
            for element in list { addElement(element, depth: depth + 1) }
        // A value that lies too deep is shown like an object.
        case .array, .object: elementKinds.insert(.map)
        default:
            elementKinds.formUnion(Self.plain(json))
            addText(json)
        }
    }

    private mutating func addText(_ json: JSON) {
        guard let text = json.stringValue, texts.count <= DraftLimits.wordsMax,
            !texts.contains(text)
        else { return }
        texts.append(text)
    }

    private static func plain(_ json: JSON) -> Shape.Kinds {
        switch json {
        case .bool: .bool
        case .integer: .int
        case .bigInteger, .double: .double
        default: .string
        }
    }
}

extension FieldTree {
    enum Form: Hashable {
        case number, decimal, truth, text, list
        /// A list with objects in it.
        case objects
        /// An object that is shown by its fields.
        case object
        /// Objects in some examples, plain values in others.
        case mixed
    }

    /// How the field is shown, as far as its values tell.
    var form: Form {
        let kinds = kinds.subtracting(.null)
        if kinds.contains(.map) { return kinds == .map ? .object : .mixed }
        if kinds.contains(.list) {
            return elementKinds.contains(.map) ? .objects : .list
        }
        if kinds == .bool { return .truth }
        if kinds.contains(.string) { return .text }
        return kinds.contains(.double) ? .decimal : .number
    }

    /// The words of an enumeration; empty if the texts are names, codes or free text.
    var words: [String] {
        let texts = texts.filter { !$0.isEmpty }
        guard texts.count <= DraftLimits.wordsMax,
            texts.contains(where: { $0.contains { $0.isLowercase } }),
            texts.allSatisfy(\.isWord), !texts.allSatisfy({ $0.hasPrefix("frc") })
        else { return [] }
        return texts.sorted()
    }
}

extension String {
    /// Whether a text of the data may be a word of an enumeration, and not a name, a code or free text.
    package var isWord: Bool {
        guard let first = unicodeScalars.first, first.properties.isAlphabetic,
            unicodeScalars.count <= DraftLimits.wordLengthMax
        else { return false }
        return unicodeScalars.allSatisfy {
            $0.properties.isAlphabetic || ("0"..."9").contains($0)
                || "_- ".unicodeScalars.contains($0)
        }
    }
}

/// A field that a draft gives a row, or a part of one.
struct DraftField {
    let name: FieldName
    let tree: FieldTree
    var label: String { name.title }

    /// The fields below an object, in their order.
    ///
    /// An object that has only truth values is one field: its marks stand in one row.
    ///
    /// - Parameters:
    ///   - tree: the object; the recursion is as deep as the tree, which is limited.
    ///   - leftOut: gets the fields without a row, and why.
    static func all(
        below tree: FieldTree, at keys: [String] = [], leftOut: inout [String]
    ) -> [DraftField] {
        var found: [DraftField] = []
        for (key, inner) in tree.fields {
            let name = FieldName(keys: keys + [key])
            if key.utf8.count > RenderLimits.keyBytesMax {
                leftOut.append("\(name.shown.prefix(40))…: its name is too long")
            } else if !inner.hasValue {
                leftOut.append("\(name.shown): empty in every sample")
            } else if inner.form == .mixed {
                leftOut.append("\(name.shown): an object in some samples, a plain value in others")
            } else if inner.form != .object || (keys.count > 0 && inner.isOfTruths) {
                found.append(DraftField(name: name, tree: inner))
            } else if inner.fields.isEmpty {
                leftOut.append("\(name.shown): nested too deep")
            } else {
                found += all(below: inner, at: name.keys, leftOut: &leftOut)
            }
        }
        return found
    }
}

extension FieldTree {
    /// Whether this is an object of several truth values.
    var isOfTruths: Bool {
        form == .object && fields.count > 3
            && fields.allSatisfy { $0.tree.form == .truth && $0.tree.hasValue }
    }
}
