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
