/// The members of a JSON object: unique keys, kept in the order they came.
public struct JSONObject: Sendable {
    /// One key and its value.
    public struct Member: Sendable {
        /// The key, by code point.
        public let key: String
        /// The value.
        public let value: JSON
    }

    private var shape: JSONShape
    /// The values in the order of the shape's keys.
    private var values: [JSON]

    /// Makes an empty object.
    public init() {
        self.init(.empty, [])
    }

    /// Makes an object of the keys of `shape`, with one value for each.
    init(_ shape: JSONShape, _ values: [JSON]) {
        self.shape = shape
        self.values = values
    }

    /// The members in the order they came.
    public var members: [Member] {
        var members: [Member] = []
        members.reserveCapacity(count)
        for at in 0..<count { members.append(Member(key: key(at), value: values[at])) }
        return members
    }
    /// The keys in the order they came.
    public var keys: [String] { shape.keys.map { $0.text } }
    /// How many members there are.
    public var count: Int { values.count }
    /// Whether there is no member.
    public var isEmpty: Bool { values.isEmpty }

    /// The key of one member.
    ///
    /// - Parameter place: the member's place, in `0..<count`.
    /// - Returns: the key.
    package func key(_ place: Int) -> String { shape.keys[place].text }

    /// The value of one member.
    ///
    /// - Parameter place: the member's place, in `0..<count`.
    /// - Returns: the value.
    package func value(_ place: Int) -> JSON { values[place] }

    /// The value under `key`; assigning replaces in place or appends, assigning nil removes.
    public subscript(key: String) -> JSON? {
        get { shape.place(of: key, KeyPrint(key)).map { values[$0] } }
        set {
            let print = KeyPrint(key)
            switch (shape.place(of: key, print), newValue) {
            case (let at?, let value?): values[at] = value
            case (nil, let value?):
                if !isKnownUniquelyReferenced(&shape) { shape = JSONShape(shape.keys) }
                shape.append(JSONShape.Key(text: key, print: print))
                values.append(value)
            case (let at?, nil):
                var keys = shape.keys
                keys.remove(at: at)
                shape = JSONShape(keys)
                values.remove(at: at)
            case (nil, nil): break
            }
        }
    }
}

extension JSONObject: Equatable {
    /// Whether both have the same keys with equal values, in whatever order.
    public static func == (left: JSONObject, right: JSONObject) -> Bool {
        if left.shape === right.shape { return left.values == right.values }
        return left.count == right.count
            && left.members.allSatisfy { right[$0.key] == $0.value }
    }
}
