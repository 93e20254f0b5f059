/// What a static check knows about a value before there is one.
package struct Known: Sendable {
    package var shape: Shape
    /// Its place in the data; nil if it is computed.
    package var place: FieldPlace?
    /// The value itself, if it is always the same.
    package var constant: Value?
    /// Whether it is an optional of ``shape``, like `a.?b`.
    package internal(set) var isOptional = false

    package init(_ shape: Shape, at place: FieldPlace? = nil) {
        self.shape = shape
        self.place = place
    }

    package init(constant: Value) {
        shape = Shape(of: constant)
        self.constant = constant
    }

    package static let unknown = Known(.unknown)

    /// What it is inside a list or a map; nothing is known of an optional there.
    var inside: Shape { isOptional ? .unknown : shape }

    var isUnknown: Bool { isOptional || shape.isUnknown }
}

/// A path from a variable through keys; the author of a description calls it a field.
package struct FieldPlace: Hashable, Sendable {
    /// The variable, or the name that its owner gives to the data.
    package let root: String
    /// The keys from there; `[]` stands for any element of a list.
    package let keys: [String]

    package init(_ root: String, _ keys: [String] = []) {
        self.root = root
        self.keys = keys
    }

    func field(_ key: String) -> FieldPlace { FieldPlace(root, keys + [key]) }
    var element: FieldPlace { field("[]") }
}

extension Shape {
    /// The shape of one value, as deep as a static check looks.
    init(of value: Value, depth: Int = 0) {
        self.init([])
        switch value {
        case .null: kinds = .null
        case .bool: kinds = .bool
        case .int: kinds = .int
        case .uint: kinds = .uint
        case .double: kinds = .double
        case .string(let text):
            kinds = .string
            texts = [text]
        case .list(let list) where depth < CELLimits.checkedLevelsMax:
            kinds = .list
            var element = Shape.none
            for at in 0..<list.count { element.formUnion(Shape(of: list[at], depth: depth + 1)) }
            if list.count > 0 { elements = [element] }
        case .map(let map) where depth < CELLimits.checkedLevelsMax:
            kinds = .map
            for key in map.keys {
                guard case .string(let text) = key, let value = map.value(for: key) else {
                    fields = nil
                    return
                }
                fields?[text] = Shape(of: value, depth: depth + 1)
            }
        default: self = .unknown
        }
    }
}
