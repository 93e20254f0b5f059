// Texts are compared by their UTF-8, whose order is that of the code points. Swift's own operators
// treat equivalent spellings as equal.
extension String {
    /// Whether both texts have the same code points.
    func hasSameCodePoints(as other: String) -> Bool {
        guard utf8.count == other.utf8.count else { return false }
        let answer = utf8.withContiguousStorageIfAvailable { left in
            other.utf8.withContiguousStorageIfAvailable { right in
                for at in 0..<left.count where left[at] != right[at] { return false }
                return true
            }
        }
        return (answer ?? nil) ?? utf8.elementsEqual(other.utf8)
    }

    /// Whether this text comes before the other by code point.
    func precedesByCodePoint(_ other: String) -> Bool {
        utf8.lexicographicallyPrecedes(other.utf8)
    }
}
