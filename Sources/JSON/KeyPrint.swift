/// A number made from a key's length, its first eight bytes and its last eight.
///
/// Keys with different prints are different, which one comparison of integers shows. Keys with
/// equal prints are compared byte by byte, so a collision only costs time.
struct KeyPrint: Equatable, Sendable {
    let word: UInt64

    /// Makes the print of a key.
    init(_ key: String) {
        self =
            key.utf8.withContiguousStorageIfAvailable { KeyPrint($0) }
            ?? Array(key.utf8).withUnsafeBufferPointer { KeyPrint($0) }
    }

    /// Makes the print of a key in UTF-8.
    init(_ bytes: UnsafeBufferPointer<UInt8>) {
        let raw = UnsafeRawBufferPointer(bytes)
        let count = raw.count
        var first: UInt64 = 0
        var last: UInt64 = 0
        if count >= 8 {
            first = raw.loadUnaligned(as: UInt64.self)
            last = raw.loadUnaligned(fromByteOffset: count - 8, as: UInt64.self)
        } else {
            for byte in raw { first = first << 8 | UInt64(byte) }
        }
        // An odd factor spreads the second word's bits, so that the two do not cancel out.
        word = first ^ (last &* 0x9E37_79B9_7F4A_7C15) &+ UInt64(truncatingIfNeeded: count)
    }

    /// The number of ``slot``s.
    static let slotCount = 128

    /// A number from 0 to 127 made of all bits.
    var slot: Int { Int(truncatingIfNeeded: (word &* 0x9E37_79B9_7F4A_7C15) >> 57) }
}

extension String {
    /// Whether both texts have the same code points; `==` would also accept equivalent spellings.
    func hasSameCodePoints(as other: String) -> Bool {
        let answer = other.utf8.withContiguousStorageIfAvailable { hasSameCodePoints(as: $0) }
        // Only strings from Foundation are stored in another way.
        return answer ?? utf8.elementsEqual(other.utf8)
    }

    /// Whether this is the text of these bytes.
    func hasSameCodePoints(as other: UnsafeBufferPointer<UInt8>) -> Bool {
        let answer = utf8.withContiguousStorageIfAvailable {
            $0.count == other.count && haveSameBytes($0, other)
        }
        return answer ?? utf8.elementsEqual(other)
    }
}

/// Whether two pieces of text of one length are the same.
func haveSameBytes(
    _ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>
) -> Bool {
    let (left, right) = (UnsafeRawBufferPointer(left), UnsafeRawBufferPointer(right))
    let count = left.count
    var at = 0
    // Compares eight bytes at a time: keys of a breakdown have twenty.
    while at + 8 <= count {
        let differs =
            left.loadUnaligned(fromByteOffset: at, as: UInt64.self)
            != right.loadUnaligned(fromByteOffset: at, as: UInt64.self)
        if differs { return false }
        at += 8
    }
    while at < count {
        if left[at] != right[at] { return false }
        at += 1
    }
    return true
}
