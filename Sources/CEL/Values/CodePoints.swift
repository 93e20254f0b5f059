// Texts are compared by their UTF-8, whose order is that of the code points. Swift's own operators
// treat equivalent spellings as equal.
extension String {
    /// Whether both texts have the same code points.
    func hasSameCodePoints(as other: String) -> Bool {
        utf8.count == other.utf8.count && utf8.elementsEqual(other.utf8)
    }

    /// Whether this text comes before the other by code point.
    func precedesByCodePoint(_ other: String) -> Bool {
        utf8.lexicographicallyPrecedes(other.utf8)
    }
}
