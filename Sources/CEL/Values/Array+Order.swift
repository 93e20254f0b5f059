extension Array {
    /// The elements sorted; equal ones keep their order.
    ///
    /// It sorts numbers, because Embedded Swift compiles a sort once for each type of element.
    func ordered(by precedes: (Element, Element) -> Bool) -> [Element] {
        indices.sorted { precedes(self[$0], self[$1]) }.map { self[$0] }
    }
}
