/// A list, in the evaluator's or in the host's own storage; it does not change.
public protocol ListValue: AnyObject, Sendable {
    /// How many elements there are.
    var count: Int { get }

    /// One element.
    ///
    /// - Parameter index: the place, in `0..<count`.
    subscript(index: Int) -> Value { get }
}

/// A list that an expression made.
final class NativeList: ListValue {
    let elements: [Value]
    /// The number of bytes that the list and everything in it count.
    let weightBytes: Int

    init(_ elements: [Value]) {
        self.elements = elements
        weightBytes = Value.weightBytes(around: elements)
    }

    var count: Int { elements.count }
    subscript(index: Int) -> Value { elements[index] }
}
