import Text

/// The keys of an object, which objects with the same keys share; before one is changed, it gets its own.
final class JSONShape: @unchecked Sendable {
    /// The keys in their order; not in a list, so that finding one counts no reference.
    @exclusivity(unchecked) private var keys: UnsafeMutablePointer<TextKey>
    @exclusivity(unchecked) private var capacity: Int
    @exclusivity(unchecked) private(set) var count = 0
    /// Places by print, for a middling number of keys: 0 for none, else the place plus one.
    @exclusivity(unchecked) private var table: UnsafeMutablePointer<UInt8>?
    /// The place of each key, for many keys.
    @exclusivity(unchecked) private var index: [KeyBytes: Int]?

    static let empty = JSONShape()

    private static let firstCapacity = 4

    /// Up to this many keys a search from the front is the fastest.
    private static let scannedCountMax = 8
    /// Up to this many keys the table is faster than hashing.
    private static let tabledCountMax = 64

    /// With the first keys of another shape.
    init(_ other: JSONShape? = nil, prefix: Int = 0) {
        capacity = max(prefix, Self.firstCapacity)
        keys = .allocate(capacity: capacity)
        guard let other else { return }
        for at in 0..<min(prefix, other.count) { append(other.keys[at]) }
    }

    deinit {
        keys.deinitialize(count: count)
        keys.deallocate()
        table?.deallocate()
    }

    /// One of the keys; `at` is in `0..<count`.
    subscript(at: Int) -> TextKey { keys[at] }

    func place(of key: TextKey) -> Int? { place(of: key.text, key.print) }

    @inline(never)
    func place(of key: String, _ print: KeyPrint) -> Int? {
        if index != nil { return hashedPlace(of: key) }
        guard let table else {
            for at in 0..<count where isKey(at, key, print) { return at }
            return nil
        }
        // At most half of the slots are taken, so each search finds a free one.
        var slot = print.slot
        while true {
            let entry = Int(table[slot])
            if entry == 0 { return nil }
            if isKey(entry - 1, key, print) { return entry - 1 }
            slot = (slot + 1) & (KeyPrint.slotCount - 1)
        }
    }

    @inline(__always)
    private func isKey(_ at: Int, _ key: String, _ print: KeyPrint) -> Bool {
        keys[at].print == print && (print.isWholeKey || keys[at].text.hasSameCodePoints(as: key))
    }

    @inline(never)
    private func hashedPlace(of key: String) -> Int? { index?[KeyBytes(key: key)] }

    /// Adds a key that is not there yet.
    func append(_ key: TextKey) {
        if count == capacity { grow() }
        (keys + count).initialize(to: key)
        count += 1
        switch count {
        case ...Self.scannedCountMax: break
        case Self.scannedCountMax + 1: makeTable()
        case ...Self.tabledCountMax: enter(count - 1)
        case Self.tabledCountMax + 1: makeIndex()
        default: index?[KeyBytes(key: key.text)] = count - 1
        }
    }

    private func grow() {
        let larger = UnsafeMutablePointer<TextKey>.allocate(capacity: 2 * capacity)
        larger.moveInitialize(from: keys, count: count)
        keys.deallocate()
        keys = larger
        capacity *= 2
    }

    private func enter(_ place: Int) {
        guard let table else { return }
        var slot = keys[place].print.slot
        while table[slot] != 0 { slot = (slot + 1) & (KeyPrint.slotCount - 1) }
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
        made.reserveCapacity(count * 2)
        for at in 0..<count { made[KeyBytes(key: keys[at].text)] = at }
        index = made
    }
}

/// By UTF-8, because `String` would fold equivalent spellings into one.
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
