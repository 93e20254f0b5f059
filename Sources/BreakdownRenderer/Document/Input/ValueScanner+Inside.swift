import Text

/// Scans a value from its first byte to its last.
extension ValueScanner {
    /// Follows objects and lists, outside of texts.
    mutating func inside(_ piece: UnsafeBufferPointer<UInt8>, _ at: inout Int) {
        while at < piece.count {
            let byte = piece[at]
            switch byte {
            case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"), UInt8(ascii: "\n"):
                _ = line.passesSpace(byte, at: at)
                at += 1
                continue
            case UInt8(ascii: "\""):
                line.isBlank = false
                at += 1
                state = .text
                return
            case UInt8(ascii: "{") where isNextValue(at):
                end(piece, at)
                // The missing separator was already reported.
                if list != .none { list = .afterComma }
                return
            case UInt8(ascii: "{"), UInt8(ascii: "["): nesting.open(byte)
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                nesting.close(byte)
                if nesting.depth == 0 {
                    at += 1
                    line.isBlank = false
                    end(piece, at)
                    return
                }
            default: nesting.previous = byte
            }
            line.isBlank = false
            at += 1
        }
    }

    /// Whether the earlier value was broken off.
    ///
    /// That is so if a brace stands first on its line, where none may be, and that value also began
    /// on its own line.
    private func isNextValue(_ at: Int) -> Bool {
        line.isBlank && indent == line.indent(at: at) && !nesting.admitsObject
    }

    /// Follows a text after its opening quote.
    mutating func text(_ piece: UnsafeBufferPointer<UInt8>, _ at: inout Int) {
        while true {
            at = piece.endOfPlainBytes(from: at)
            guard at < piece.count else { return }
            let byte = piece[at]
            switch byte {
            case UInt8(ascii: "\""):
                at += 1
                nesting.previous = byte
                state = .inside
                if nesting.depth == 0 { end(piece, at) }
                return
            case UInt8(ascii: "\\"):
                at += 1
                state = .escape
                return
            case UInt8(ascii: "\n"):
                // A JSON text contains no line break, so this text has no end.
                end(piece, at + 1)
                state = .lost
                return
            default:
                // Continuation bytes belong to the earlier code point.
                if byte & 0xC0 == 0x80 { line.continuations += 1 }
                at += 1
            }
        }
    }

    /// Skips the character after a backslash.
    mutating func escape(_ piece: UnsafeBufferPointer<UInt8>, _ at: inout Int) {
        // A line break after a backslash is not an escape; the rule for texts handles it.
        if piece[at] != UInt8(ascii: "\n") { at += 1 }
        state = .text
    }

    /// Skips a number, a word or rubbish: up to the line's end, or in a list up to the next
    /// separator.
    mutating func scalar(_ piece: UnsafeBufferPointer<UInt8>, _ at: inout Int) {
        while at < piece.count {
            let byte = piece[at]
            let isSeparator = byte == UInt8(ascii: ",") || byte == UInt8(ascii: "]")
            if byte == UInt8(ascii: "\n") || isSeparator && list != .none {
                end(piece, at)
                return
            }
            if byte & 0xC0 == 0x80 { line.continuations += 1 }
            at += 1
        }
    }
}

/// The lists and objects that are open at a place, as far as the scanner needs them.
struct Nesting {
    /// How many are open.
    private(set) var depth = 0
    /// The last byte that was not space: a brace, a bracket, the end of a text, or any other.
    var previous: UInt8 = 0
    /// One bit for each open one, 1 for an object; the innermost is the lowest bit.
    ///
    /// Below 64 levels it forgets the outermost. That does no harm, because the parser refuses such
    /// a value.
    private var kinds: UInt64 = 0

    /// Enters a list or an object.
    mutating func open(_ byte: UInt8) {
        depth += 1
        kinds = kinds << 1 | (byte == UInt8(ascii: "{") ? 1 : 0)
        previous = byte
    }

    /// Leaves the innermost list or object.
    mutating func close(_ byte: UInt8) {
        depth -= 1
        kinds >>= 1
        previous = byte
    }

    /// Whether the grammar lets an object begin here (RFC 8259 §4 and §5).
    var admitsObject: Bool {
        switch previous {
        case UInt8(ascii: ":"), UInt8(ascii: "["): true
        case UInt8(ascii: ","): kinds & 1 == 0
        default: false
        }
    }
}
