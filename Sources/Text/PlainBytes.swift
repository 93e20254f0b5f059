extension UnsafeBufferPointer<UInt8> {
    /// Finds the end of bytes that stand for themselves in a JSON text: ASCII from the space on, without quotes and
    /// backslashes.
    ///
    /// It looks at eight bytes together. A subtraction borrows only from bytes behind one that is found.
    ///
    /// - Returns: the place of the first other byte from there on, or the number of bytes if there is none.
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
