/// The members of a JSON object: unique keys, kept in the order they came.
public struct JSONObject: Sendable {
    /// One key and its value.
    public struct Member: Sendable {
        /// The key, by code point.
        public let key: String
        /// The value.
        public var value: JSON
        /// Stands for the key in a search.
        let print: KeyPrint
    }

    /// The members in the order they came.
    public private(set) var members: [Member]

    /// Where each key stands; kept only for objects too large to search from the front.
    private var index: [KeyBytes: Int]?

    /// Up to this many members a search from the front is faster than hashing, whatever the keys.
    private static let unindexedCountMax = 64

    /// Makes an empty object.
    public init() {
        members = []
    }

    /// The keys in the order they came.
    public var keys: [String] { members.map { $0.key } }
    /// How many members there are.
    public var count: Int { members.count }
    /// Whether there is no member.
    public var isEmpty: Bool { members.isEmpty }

    /// The value under `key`; assigning replaces in place or appends, assigning nil removes.
    public subscript(key: String) -> JSON? {
        get { position(of: key, KeyPrint(key)).map { members[$0].value } }
        set {
            let print = KeyPrint(key)
            switch (position(of: key, print), newValue) {
            case (let at?, let value?): members[at].value = value
            case (nil, let value?): append(Member(key: key, value: value, print: print))
            case (let at?, nil):
                members.remove(at: at)
                rebuildIndex()
            case (nil, nil): break
            }
        }
    }

    /// Adds a member at the end, or returns false if the key is taken already.
    mutating func appendUnlessPresent(_ key: String, _ print: KeyPrint, _ value: JSON) -> Bool {
        guard position(of: key, print) == nil else { return false }
        append(Member(key: key, value: value, print: print))
        return true
    }

    mutating func reserveCapacity(_ count: Int) {
        members.reserveCapacity(count)
    }

    private mutating func append(_ member: Member) {
        members.append(member)
        if index != nil {
            index?[KeyBytes(key: member.key)] = members.count - 1
        } else if members.count > Self.unindexedCountMax {
            rebuildIndex()
        }
    }

    private mutating func rebuildIndex() {
        index = nil
        guard members.count > Self.unindexedCountMax else { return }
        var made: [KeyBytes: Int] = [:]
        made.reserveCapacity(members.count * 2)
        for (at, member) in members.enumerated() { made[KeyBytes(key: member.key)] = at }
        index = made
    }

    private func position(of key: String, _ print: KeyPrint) -> Int? {
        if let index { return index[KeyBytes(key: key)] }
        return members.withUnsafeBufferPointer { members in
            members.firstIndex { $0.print == print && $0.key.hasSameCodePoints(as: key) }
        }
    }
}

extension JSONObject: Equatable {
    /// Whether both have the same keys with equal values, in whatever order.
    public static func == (left: JSONObject, right: JSONObject) -> Bool {
        left.count == right.count && left.members.allSatisfy { right[$0.key] == $0.value }
    }
}

/// A key hashed and compared by its UTF-8, because `String` would fold equivalent spellings into
/// one.
private struct KeyBytes: Hashable {
    let key: String

    static func == (left: KeyBytes, right: KeyBytes) -> Bool {
        left.key.hasSameCodePoints(as: right.key)
    }

    func hash(into hasher: inout Hasher) {
        var key = key
        key.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }
}
