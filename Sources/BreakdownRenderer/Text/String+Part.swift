extension String {
    /// Whether a text stands in this one, code point by code point.
    ///
    /// Embedded Swift has no search for texts.
    ///
    /// - Parameter part: the text to find.
    /// - Returns: whether it is there.
    package func hasPart(_ part: String) -> Bool {
        let bytes = Array(utf8)
        let sought = Array(part.utf8)
        guard sought.count <= bytes.count else { return false }
        return (0...(bytes.count - sought.count)).contains {
            bytes[$0..<$0 + sought.count].elementsEqual(sought)
        }
    }
}
