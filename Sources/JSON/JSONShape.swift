import CodePoints

/// The keys of an object, in their order; objects with the same keys share one.
///
/// Before an object is changed, it gets a shape of its own.
final class JSONShape: @unchecked Sendable {
    /// The keys in their order.
    @exclusivity(unchecked) private(set) var keys: [TextKey]
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
    init(_ keys: [TextKey]) {
        self.keys = keys
        switch keys.count {
        case ...Self.scannedCountMax: break
        case ...Self.tabledCountMax: makeTable()
        default: makeIndex()
        }
    }

    deinit {
        table?.deallocate()
    }

    /// How many keys there are.
    var count: Int { keys.count }

    /// The place of a key, or nil if there is no such key.
    func place(of key: TextKey) -> Int? {
        if let index { return index[KeyBytes(key: key.text)] }
        return keys.withUnsafeBufferPointer { keys in
            guard let table else { return keys.firstIndex { $0.isSame(as: key) } }
            // At most half of the slots are taken, so each search finds a free one.
            var slot = key.print.slot
            while true {
                let entry = Int(table[slot])
                if entry == 0 { return nil }
                if keys[entry - 1].isSame(as: key) { return entry - 1 }
                slot = (slot + 1) % KeyPrint.slotCount
            }
        }
    }

    /// Adds a key that is not there yet.
    func append(_ key: TextKey) {
        let place = keys.count
        keys.append(key)
        switch keys.count {
        case ...Self.scannedCountMax: break
        case Self.scannedCountMax + 1: makeTable()
        case ...Self.tabledCountMax: enter(place)
        case Self.tabledCountMax + 1: makeIndex()
        default: index?[KeyBytes(key: key.text)] = place
        }
    }

    private func enter(_ place: Int) {
        guard let table else { return }
        var slot = keys[place].print.slot
        while table[slot] != 0 { slot = (slot + 1) % KeyPrint.slotCount }
        table[slot] = UInt8(truncatingIfNeeded: place + 1)
    }

    private func makeTable() {
        let made = UnsafeMutablePointer<UInt8>.allocate(capacity: KeyPrint.slotCount)
        made.initialize(repeating: 0, count: KeyPrint.slotCount)
        table = made
        for place in 0..<count { enter(place) }
    }

    private func makeIndex() {
        table?.deallocate()
        table = nil
        var made: [KeyBytes: Int] = [:]
        made.reserveCapacity(keys.count * 2)
        for (at, key) in keys.enumerated() { made[KeyBytes(key: key.text)] = at }
        index = made
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
