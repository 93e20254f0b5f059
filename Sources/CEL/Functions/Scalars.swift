extension [Unicode.Scalar] {
    /// The text from one place up to another; both must be within it.
    func text(_ range: Range<Int>) -> String {
        var view = String.UnicodeScalarView()
        view.append(contentsOf: self[range])
        return String(view)
    }
}

extension Array where Element: Equatable {
    func hasElements(_ other: [Element], at place: Int) -> Bool {
        guard place >= 0, other.count <= count - place else { return false }
        for index in 0..<other.count where self[place + index] != other[index] { return false }
        return true
    }

    /// From `start` on; in the worst case it compares as often as the product of both lengths.
    func firstPlace(of other: [Element], from start: Int = 0) -> Int? {
        guard start <= count - other.count else { return nil }
        return (start...(count - other.count)).first { hasElements(other, at: $0) }
    }

    func lastPlace(of other: [Element], upTo end: Int) -> Int? {
        let last = Swift.min(end, count - other.count)
        guard last >= 0 else { return nil }
        return (0...last).last { hasElements(other, at: $0) }
    }
}

extension Budget {
    /// Pays for a search; it may compare every place of a text with every place of the other.
    mutating func search(_ text: String, for part: String) throws(FunctionError) {
        let (product, overflow) = text.utf8.count.multipliedReportingOverflow(
            by: max(1, part.utf8.count / 8))
        try scan(overflow ? .max : product)
    }
}

extension Unicode.Scalar {
    /// Whether Unicode counts the code point as white space (`White_Space`).
    ///
    /// Written down here, because the standard library's table of all properties weighs 12 kB in
    /// the WebAssembly module.
    package var isSpace: Bool {
        switch value {
        case 0x09...0x0D, 0x20, 0x85, 0xA0, 0x1680, 0x2000...0x200A, 0x2028, 0x2029, 0x202F, 0x205F,
            0x3000:
            true
        default: false
        }
    }
}
