import Text

/// The members of a JSON object: unique keys, kept in the order they came.
public struct JSONObject: Sendable {
    /// One key and its value.
    public struct Member: Sendable {
        /// The key, by code point.
        public let key: String
        /// The value.
        public let value: JSON
    }

    /// The members, by reference; they do not change while others may read them.
    package private(set) var storage: JSONMembers

    /// Makes an empty object.
    public init() {
        storage = .none
    }

    /// With one value for each key of `shape`.
    init(_ shape: JSONShape, _ values: [JSON]) {
        storage = JSONMembers(shape, values)
    }

    /// The members in the order they came.
    public var members: [Member] {
        var members: [Member] = []
        members.reserveCapacity(count)
        for at in 0..<count {
            members.append(Member(key: storage.key(at), value: storage.value(at)))
        }
        return members
    }

    /// The keys in the order they came.
    public var keys: [String] { (0..<count).map { storage.key($0) } }
    /// How many members there are.
    public var count: Int { storage.count }
    /// Whether there is no member.
    public var isEmpty: Bool { storage.count == 0 }

    package subscript(key: TextKey) -> JSON? {
        storage.place(of: key).map { storage.values[$0] }
    }

    /// The value under `key`; assigning replaces in place or appends, assigning nil removes.
    public subscript(key: String) -> JSON? {
        get { storage.place(of: key).map { storage.values[$0] } }
        set {
            if !isKnownUniquelyReferenced(&storage) {
                storage = JSONMembers(storage.shape, storage.values)
            }
            let key = TextKey(key)
            switch (storage.shape.place(of: key), newValue) {
            case (let at?, let value?): storage.values[at] = value
            case (nil, let value?):
                if !isKnownUniquelyReferenced(&storage.shape) {
                    storage.shape = JSONShape(storage.shape, prefix: count)
                }
                storage.shape.append(key)
                storage.values.append(value)
            case (let at?, nil):
                let shape = JSONShape(storage.shape, prefix: at)
                for place in (at + 1)..<count { shape.append(storage.shape[place]) }
                storage.shape = shape
                storage.values.remove(at: at)
            case (nil, nil): break
            }
        }
    }
}

extension JSONObject: Equatable {
    /// Whether both have the same keys with equal values, in whatever order.
    public static func == (left: JSONObject, right: JSONObject) -> Bool {
        if left.storage.shape === right.storage.shape {
            return left.storage.values == right.storage.values
        }
        return left.count == right.count
            && left.members.allSatisfy { right[$0.key] == $0.value }
    }
}

/// What copies of an object share: others can read it through a reference, without a copy and without an allocation.
package final class JSONMembers: @unchecked Sendable {
    @exclusivity(unchecked) var shape: JSONShape
    /// The values in the order of the shape's keys.
    @exclusivity(unchecked) var values: [JSON]

    static let none = JSONMembers(.empty, [])

    init(_ shape: JSONShape, _ values: [JSON]) {
        self.shape = shape
        self.values = values
    }

    package var count: Int { values.count }

    /// The key of one member; `place` is in `0..<count`.
    package func key(_ place: Int) -> String { shape[place].text }

    /// The value of one member; `place` is in `0..<count`.
    package func value(_ place: Int) -> JSON { values[place] }

    package func place(of key: String) -> Int? { place(of: key, KeyPrint(key)) }

    package func place(of key: TextKey) -> Int? { place(of: key.text, key.print) }

    /// Looks in the shape without counting a reference: an object does not change while others may read it.
    private func place(of key: String, _ print: KeyPrint) -> Int? {
        Unmanaged.passUnretained(shape)._withUnsafeGuaranteedRef { $0.place(of: key, print) }
    }
}
