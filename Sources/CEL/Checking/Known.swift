/// What a static check knows of a value before there is one.
public struct Known: Sendable {
    /// What it may be.
    public var shape: Shape
    /// Where in the data it stands; nil for what is computed.
    public var place: FieldPlace?
    /// The value itself, where it is always the same.
    public var constant: Value?
    /// Whether it is an optional of ``shape``, as `a.?b` gives it.
    public internal(set) var isOptional = false

    /// Knows a value by its shape.
    ///
    /// - Parameters:
    ///   - shape: what it may be.
    ///   - place: where in the data it stands; nil for what is computed.
    public init(_ shape: Shape, at place: FieldPlace? = nil) {
        self.shape = shape
        self.place = place
    }

    /// Knows a value that is always the same.
    ///
    /// - Parameter constant: the value.
    public init(constant: Value) {
        shape = Shape(of: constant)
        self.constant = constant
    }

    /// Nothing is known.
    public static let unknown = Known(.unknown)

    /// Whether nothing can be said about it.
    var isUnknown: Bool { isOptional || shape.isUnknown }
}

/// A way down from a variable through keys: what a description's author calls a field.
public struct FieldPlace: Hashable, Sendable {
    /// The variable, or whatever its owner calls the data behind it.
    public let root: String
    /// The keys from there; `[]` stands for any element of a list.
    public let keys: [String]

    /// Makes a place.
    ///
    /// - Parameters:
    ///   - root: the variable, or whatever its owner calls the data behind it.
    ///   - keys: the keys from there.
    public init(_ root: String, _ keys: [String] = []) {
        self.root = root
        self.keys = keys
    }

    /// The place of a field of what stands here.
    func field(_ key: String) -> FieldPlace { FieldPlace(root, keys + [key]) }
    /// The place of the elements of the list that stands here.
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
