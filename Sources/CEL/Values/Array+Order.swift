extension Array {
    /// The elements sorted; equal ones keep their order.
    ///
    /// It sorts numbers, because Embedded Swift compiles a sort once for each type of element.
    ///
    /// - Parameter precedes: whether its first argument comes before its second.
    /// - Returns: the elements in that order.
    func ordered(by precedes: (Element, Element) -> Bool) -> [Element] {
        indices.sorted { precedes(self[$0], self[$1]) }.map { self[$0] }
    }
}
