import JSON

/// Where the scanner stands, as an editor counts: kept while passing, so that no text is read twice.
struct LinePlace {
    private var line = 1
    /// Where the line began, counted from the start of this piece; negative if in one before.
    private var start: Int
    /// Bytes of the line so far that continue a code point.
    var continuations = 0
    /// Whether nothing but space has come on this line.
    var isBlank = true

    /// Stands at the beginning of the first line.
    ///
    /// - Parameter start: where that is in the first piece.
    init(start: Int = 0) {
        self.start = start
    }

    /// Takes note of a byte of space.
    ///
    /// - Parameters:
    ///   - byte: the byte.
    ///   - at: where it stands in this piece.
    /// - Returns: false where the byte is no space (RFC 8259 §2).
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

    /// Takes note that the next byte stands in another piece.
    ///
    /// - Parameter count: bytes of the piece that ended.
    mutating func pieceEnded(count: Int) {
        start -= count
    }

    /// Bytes between the line's beginning and a byte of this piece.
    ///
    /// - Parameter at: where the byte stands in this piece.
    /// - Returns: the number of bytes.
    func indent(at: Int) -> Int { at - start }

    /// The place of a byte of this piece.
    ///
    /// - Parameter at: where the byte stands in this piece.
    /// - Returns: the line and the column.
    func position(at: Int) -> TextPosition {
        TextPosition(line: line, column: at - start - continuations + 1)
    }
}
