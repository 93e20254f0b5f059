/// A key with its print: what an object keeps of its members, and what an expression looks for in them.
public struct TextKey: Sendable {
    /// The key.
    public let text: String
    /// Its print.
    @usableFromInline package let print: KeyPrint

    /// Makes the print of a key.
    public init(_ text: String) {
        self.text = text
        print = KeyPrint(text)
    }

    package init(_ text: String, _ print: KeyPrint) {
        self.text = text
        self.print = print
    }

    /// By code point.
    @inlinable
    package func isSame(as other: TextKey) -> Bool {
        print == other.print && (print.isWholeKey || text.hasSameCodePoints(as: other.text))
    }
}

/// A key's length and up to 32 of its bytes, as numbers that are compared at once.
///
/// Keys with different prints are different. Keys of up to 32 bytes with equal prints are equal; longer ones are
/// then compared byte by byte. Nearly all keys of a score breakdown have at most 32 bytes.
public struct KeyPrint: Equatable, Sendable {
    @usableFromInline let first: UInt64
    @usableFromInline let last: UInt64
    @usableFromInline let second: UInt64
    @usableFromInline let third: UInt64
    @usableFromInline let count: Int

    package init(_ key: String) {
        self =
            key.utf8.withContiguousStorageIfAvailable { KeyPrint($0) }
            ?? Array(key.utf8).withUnsafeBufferPointer { KeyPrint($0) }
    }

    @inlinable package init(_ bytes: UnsafeBufferPointer<UInt8>) {
        let raw = UnsafeRawBufferPointer(bytes)
        count = raw.count
        guard count >= 8 else {
            (first, last) = (Self.word(ofFewBytes: raw), 0)
            (second, third) = (0, 0)
            return
        }
        first = raw.loadUnaligned(as: UInt64.self)
        last = raw.loadUnaligned(fromByteOffset: count - 8, as: UInt64.self)
        second = count > 16 ? raw.loadUnaligned(fromByteOffset: 8, as: UInt64.self) : 0
        third = count > 24 ? raw.loadUnaligned(fromByteOffset: 16, as: UInt64.self) : 0
    }

    /// All of up to seven bytes in one number.
    ///
    /// Some bytes are in it twice; texts of one length with equal numbers are equal all the same.
    @usableFromInline static func word(ofFewBytes raw: UnsafeRawBufferPointer) -> UInt64 {
        let count = raw.count
        if count >= 4 {
            let first = raw.loadUnaligned(as: UInt32.self)
            let last = raw.loadUnaligned(fromByteOffset: count - 4, as: UInt32.self)
            return UInt64(first) << 32 | UInt64(last)
        }
        guard count > 0 else { return 0 }
        return UInt64(raw[0]) << 16 | UInt64(raw[count / 2]) << 8 | UInt64(raw[count - 1])
    }

    @inlinable package var isWholeKey: Bool { count <= 32 }

    /// The number of ``slot``s: a power of two, so that a mask can take the place of a division.
    package static let slotCount = 128

    /// A number from 0 to 127 made of most bits.
    @inlinable package var slot: Int {
        // An odd factor spreads the second word's bits, so that the two do not cancel out.
        let word = first ^ (last &* 0x9E37_79B9_7F4A_7C15) &+ UInt64(truncatingIfNeeded: count)
        return Int(truncatingIfNeeded: (word &* 0x9E37_79B9_7F4A_7C15) >> 57)
    }

    /// Whether both prints are the same.
    @inlinable public static func == (left: KeyPrint, right: KeyPrint) -> Bool {
        // The last bytes of two keys of one object differ most often.
        left.last == right.last && left.first == right.first && left.count == right.count
            && left.second == right.second && left.third == right.third
    }
}
