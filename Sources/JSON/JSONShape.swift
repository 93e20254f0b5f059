/// The keys of an object, in their order; objects with the same keys share one.
///
/// Before an object is changed, it gets a shape of its own.
final class JSONShape: @unchecked Sendable {
    /// A key and its print.
    struct Key {
        let text: String
        let print: KeyPrint
    }

    /// The keys in their order.
    @exclusivity(unchecked) private(set) var keys: [Key]
    /// Places by print, for a middling number of keys: 0 for none, else the place plus one.
    @exclusivity(unchecked) private var table: UnsafeMutablePointer<UInt8>?
    /// The place of each key, for many keys.
    @exclusivity(unchecked) private var index: [KeyBytes: Int]?

    /// The shape of an object without members.
    static let empty = JSONShape([])

    /// Up to this many keys a search from the front is the fastest.
    private static let scannedCountMax = 8
    /// Up to this many keys the table is faster than hashing.
    private static let tabledCountMax = 64

    /// Makes the shape of these keys, which differ.
    init(_ keys: [Key]) {
        self.keys = keys
        if keys.count > Self.scannedCountMax { rebuild() }
    }

    deinit {
        table?.deallocate()
    }

    /// How many keys there are.
    var count: Int { keys.count }

    /// The place of a key, or nil if there is no such key.
    func place(of key: String, _ print: KeyPrint) -> Int? {
        if let index { return index[KeyBytes(key: key)] }
        return keys.withUnsafeBufferPointer { keys in
            guard let table else {
                return keys.firstIndex { $0.isKey(key, print) }
            }
            // At most half of the slots are taken, so each search finds a free one.
            var slot = print.slot
            while true {
                let entry = Int(table[slot])
                if entry == 0 { return nil }
                if keys[entry - 1].isKey(key, print) { return entry - 1 }
                slot = (slot + 1) % KeyPrint.slotCount
            }
        }
    }

    /// Adds a key that is not there yet.
    func append(_ key: Key) {
        keys.append(key)
        switch keys.count {
        case ...Self.scannedCountMax: break
        case Self.scannedCountMax + 1, Self.tabledCountMax + 1: rebuild()
        case ...Self.tabledCountMax: enter(key.print, keys.count)
        default: index?[KeyBytes(key: key.text)] = keys.count - 1
        }
    }

    private func enter(_ print: KeyPrint, _ entry: Int) {
        guard let table else { return }
        var slot = print.slot
        while table[slot] != 0 { slot = (slot + 1) % KeyPrint.slotCount }
        table[slot] = UInt8(truncatingIfNeeded: entry)
    }

    private func rebuild() {
        table?.deallocate()
        table = nil
        if keys.count > Self.tabledCountMax {
            var made: [KeyBytes: Int] = [:]
            made.reserveCapacity(keys.count * 2)
            for (at, key) in keys.enumerated() { made[KeyBytes(key: key.text)] = at }
            index = made
        } else {
            let made = UnsafeMutablePointer<UInt8>.allocate(capacity: KeyPrint.slotCount)
            made.initialize(repeating: 0, count: KeyPrint.slotCount)
            table = made
            for (at, key) in keys.enumerated() { enter(key.print, at + 1) }
        }
    }
}

extension JSONShape.Key {
    /// Whether this is the key with this print.
    @inline(__always)
    fileprivate func isKey(_ key: String, _ print: KeyPrint) -> Bool {
        self.print == print && (print.isWholeKey || text.hasSameCodePoints(as: key))
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
