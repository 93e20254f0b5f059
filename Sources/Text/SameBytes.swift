extension String {
    /// `==` would also accept equivalent spellings; without the attribute the WebAssembly module has a copy for each caller.
    @inline(never)
    @usableFromInline
    package func hasSameCodePoints(as other: String) -> Bool {
        guard utf8.count == other.utf8.count else { return false }
        let answer = other.utf8.withContiguousStorageIfAvailable { hasSameCodePoints(as: $0) }
        // Only strings from Foundation are stored in another way.
        return answer ?? Array(other.utf8).withUnsafeBufferPointer { hasSameCodePoints(as: $0) }
    }

    package func hasSameCodePoints(as other: UnsafeBufferPointer<UInt8>) -> Bool {
        let answer = utf8.withContiguousStorageIfAvailable {
            $0.count == other.count && haveSameBytes($0, other)
        }
        return answer ?? (Array(utf8) == Array(other))
    }

    /// Code point by code point; an empty text is always there; Embedded Swift has no search for texts.
    package func hasPart(_ part: String) -> Bool {
        var text = self
        return text.withUTF8 { $0.hasPart(part) }
    }
}

/// A small letter for a capital one of ASCII; every other byte as it is.
package func smallLetter(_ byte: UInt8) -> UInt8 {
    (0x41...0x5A).contains(byte) ? byte | 0x20 : byte
}

/// Whether two pieces of text, with as many bytes, are the same.
package func haveSameBytes(
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

extension UnsafeBufferPointer<UInt8> {
    /// Whether a text stands in these bytes of UTF-8; the standard library's search takes many times as long.
    package func hasPart(_ part: String) -> Bool {
        var part = part
        return part.withUTF8 { part in
            guard part.count <= count else { return false }
            for start in 0...(count - part.count) {
                var at = 0
                while at < part.count, self[start + at] == part[at] { at += 1 }
                if at == part.count { return true }
            }
            return false
        }
    }

    /// The place from `start` on where bytes end that stand for themselves in a JSON text: ASCII from the space on, without
    /// quotes and backslashes.
    ///
    /// It looks at eight bytes together. A subtraction borrows only from bytes behind one that is found.
    @inline(never)
    package func endOfPlainBytes(from start: Int) -> Int {
        let bytes = UnsafeRawBufferPointer(self)
        var at = start
        while at + 8 <= count {
            let word = UInt64(
                littleEndian: bytes.loadUnaligned(fromByteOffset: at, as: UInt64.self))
            let quotes = word ^ 0x2222_2222_2222_2222
            let backslashes = word ^ 0x5C5C_5C5C_5C5C_5C5C
            let isQuote = (quotes &- 0x0101_0101_0101_0101) & ~quotes
            let isBackslash = (backslashes &- 0x0101_0101_0101_0101) & ~backslashes
            // The highest bit of a byte that is no ASCII is set in the word itself.
            let isControl = word &- 0x2020_2020_2020_2020
            let others = (isQuote | isBackslash | isControl | word) & 0x8080_8080_8080_8080
            if others != 0 { return at + others.trailingZeroBitCount / 8 }
            at += 8
        }
        while at < count {
            switch self[at] {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"), 0..<0x20, 0x80...: return at
            default: at += 1
            }
        }
        return at
    }
}
