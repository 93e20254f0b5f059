import JSON

/// The scanner's place in line and column.
///
/// It is updated while scanning, so no text is read twice.
struct LinePlace {
    private var line = 1
    /// Where the line began, counted from the start of this piece; negative if in an earlier one.
    private var start: Int
    /// Bytes of the line so far that continue a code point.
    var continuations = 0
    /// Whether the line has only space so far.
    var isBlank = true

    /// Starts at the beginning of the first line.
    init(start: Int = 0) {
        self.start = start
    }

    /// Counts a byte of space.
    ///
    /// - Returns: false if the byte is not space (RFC 8259 §2).
    mutating func passesSpace(_ byte: UInt8, at: Int) -> Bool {
        switch byte {
        case UInt8(ascii: "\n"):
            line += 1
            start = at + 1
            continuations = 0
            isBlank = true
            return true
        case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"): return true
        default: return false
        }
    }

    /// Counts the bytes of a whole value.
    mutating func passesValue(_ piece: UnsafeBufferPointer<UInt8>, _ value: Range<Int>) {
        let bytes = UnsafeRawBufferPointer(piece)
        var at = value.lowerBound
        while at < value.upperBound {
            // Most words have only ASCII and no line break.
            if at + 8 <= value.upperBound {
                let word = bytes.loadUnaligned(fromByteOffset: at, as: UInt64.self)
                let breaks = word ^ 0x0A0A_0A0A_0A0A_0A0A
                let isBreak = (breaks &- 0x0101_0101_0101_0101) & ~breaks
                if (word | isBreak) & 0x8080_8080_8080_8080 == 0 {
                    at += 8
                    continue
                }
            }
            let byte = bytes[at]
            if byte == UInt8(ascii: "\n") {
                _ = passesSpace(byte, at: at)
            } else if byte & 0xC0 == 0x80 {
                continuations += 1
            }
            at += 1
        }
        isBlank = false
    }

    /// Continues in the next piece.
    mutating func pieceEnded(count: Int) {
        start -= count
    }

    /// Bytes between the line's beginning and a byte of this piece.
    func indent(at: Int) -> Int { at - start }

    /// The place of a byte of this piece.
    func position(at: Int) -> TextPosition {
        TextPosition(line: line, column: at - start - continuations + 1)
    }
}
