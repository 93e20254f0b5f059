/// A key's length, its first eight bytes and its last eight.
///
/// Keys with different prints are different. Keys of up to sixteen bytes with equal prints are equal; longer ones
/// are then compared byte by byte.
struct KeyPrint: Equatable, Sendable {
    private let first: UInt64
    private let last: UInt64
    private let count: Int

    /// Makes the print of a key.
    init(_ key: String) {
        self =
            key.utf8.withContiguousStorageIfAvailable { KeyPrint($0) }
            ?? Array(key.utf8).withUnsafeBufferPointer { KeyPrint($0) }
    }

    /// Makes the print of a key in UTF-8.
    init(_ bytes: UnsafeBufferPointer<UInt8>) {
        let raw = UnsafeRawBufferPointer(bytes)
        count = raw.count
        if count >= 8 {
            first = raw.loadUnaligned(as: UInt64.self)
            last = raw.loadUnaligned(fromByteOffset: count - 8, as: UInt64.self)
        } else {
            var all: UInt64 = 0
            for byte in raw { all = all << 8 | UInt64(byte) }
            first = all
            last = 0
        }
    }

    /// Whether keys of this print are all the same.
    var isWholeKey: Bool { count <= 16 }

    /// The number of ``slot``s.
    static let slotCount = 128

    /// A number from 0 to 127 made of all bits.
    var slot: Int {
        // An odd factor spreads the second word's bits, so that the two do not cancel out.
        let word = first ^ (last &* 0x9E37_79B9_7F4A_7C15) &+ UInt64(truncatingIfNeeded: count)
        return Int(truncatingIfNeeded: (word &* 0x9E37_79B9_7F4A_7C15) >> 57)
    }
}

extension String {
    /// Whether both texts have the same code points; `==` would also accept equivalent spellings.
    ///
    /// Without the attribute the WebAssembly module has a copy for each caller.
    @inline(never)
    package func hasSameCodePoints(as other: String) -> Bool {
        let answer = other.utf8.withContiguousStorageIfAvailable { hasSameCodePoints(as: $0) }
        // Only strings from Foundation are stored in another way.
        return answer ?? Array(other.utf8).withUnsafeBufferPointer { hasSameCodePoints(as: $0) }
    }

    /// Whether this is the text of these bytes.
    func hasSameCodePoints(as other: UnsafeBufferPointer<UInt8>) -> Bool {
        let answer = utf8.withContiguousStorageIfAvailable {
            $0.count == other.count && haveSameBytes($0, other)
        }
        return answer ?? (Array(utf8) == Array(other))
    }
}

/// Whether two pieces of text of one length are the same.
func haveSameBytes(
    _ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>
) -> Bool {
    let (left, right) = (UnsafeRawBufferPointer(left), UnsafeRawBufferPointer(right))
    let count = left.count
    guard count >= 8 else {
        for at in 0..<count where left[at] != right[at] { return false }
        return true
    }
    // Compares eight bytes at a time: keys of a breakdown have twenty. The last eight may overlap others.
    var at = 0
    while at < count {
        let from = min(at, count - 8)
        let differs =
            left.loadUnaligned(fromByteOffset: from, as: UInt64.self)
            != right.loadUnaligned(fromByteOffset: from, as: UInt64.self)
        if differs { return false }
        at += 8
    }
    return true
}
