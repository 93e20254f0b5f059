extension Value {
    /// Bytes that this value and everything in it stand for, however much of it is shared.
    ///
    /// Counting what is shared each time keeps small expressions from making lists of lists that
    /// are endless to look at; and because each list is counted again in the next, there are at
    /// most 90 inside each other within 64 KiB. The host's own lists and maps count as one element:
    /// they exist anyway.
    var weightBytes: Int {
        switch self {
        case .string(let text): Self.elementBytes + text.utf8.count
        case .bytes(let bytes): Self.elementBytes + bytes.count
        case .list(let list): (list as? NativeList)?.weightBytes ?? Self.elementBytes
        case .map(let map): (map as? NativeMap)?.weightBytes ?? Self.elementBytes
        case .optional(let value?): Self.elementBytes + value.weightBytes
        default: Self.elementBytes
        }
    }

    /// The weight of a list or map of these values.
    static func weightBytes(around contents: some Sequence<Value>) -> Int {
        // Counted up to a bound that nothing affordable reaches, so that sums cannot overflow.
        contents.reduce(elementBytes) { min($0 + $1.weightBytes, 1 << 40) }
    }

    /// What any value weighs by itself.
    static let elementBytes = 16
}
