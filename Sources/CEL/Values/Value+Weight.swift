extension Value {
    /// The number of bytes that this value and everything in it count, even if parts are shared.
    ///
    /// Shared parts count each time, so small expressions cannot make lists of lists that take for
    /// ever to read. Each list counts again in the list around it, so within 64 KiB at most 90 can
    /// be inside each other. The host's own lists and maps count as one element, because they exist
    /// anyway.
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
        // The sum has a limit that nothing affordable reaches, so it cannot overflow.
        contents.reduce(elementBytes) { min($0 + $1.weightBytes, 1 << 40) }
    }

    /// The weight of any value without its contents.
    static let elementBytes = 16
}
