import CodePoints

extension Value {
    /// Whether this value comes before another, or nil if the kinds have no common order or one
    /// is NaN.
    ///
    /// - Returns: -1, 0 or 1.
    /// - Throws: ``FunctionError`` if there is no order between these kinds.
    func order(_ other: Value, _ budget: inout Budget) throws(FunctionError) -> Order {
        switch (self, other) {
        case (.int(let left), .int(let right)): return Order(left, right)
        case (.uint(let left), .uint(let right)): return Order(left, right)
        case (.double(let left), .double(let right)): return Order(left, right)
        case (.int(let left), .uint(let right)):
            return left < 0 ? .before : Order(UInt64(left), right)
        case (.uint(let left), .int(let right)):
            return right < 0 ? .after : Order(left, UInt64(right))
        // Compared as doubles, as the reference implementations do near the limits of 64 bits.
        case (.int(let left), .double(let right)): return Order(Double(left), right)
        case (.double(let left), .int(let right)): return Order(left, Double(right))
        case (.uint(let left), .double(let right)): return Order(Double(left), right)
        case (.double(let left), .uint(let right)): return Order(left, Double(right))
        case (.bool(let left), .bool(let right)): return Order(left ? 1 : 0, right ? 1 : 0)
        case (.string(let left), .string(let right)):
            try budget.scan(min(left.utf8.count, right.utf8.count))
            if left.hasSameCodePoints(as: right) { return .same }
            return left.precedesByCodePoint(right) ? .before : .after
        case (.bytes(let left), .bytes(let right)):
            try budget.scan(min(left.count, right.count))
            if left == right { return .same }
            return left.lexicographicallyPrecedes(right) ? .before : .after
        default:
            throw FunctionError(
                .typeMismatch,
                "expected two numbers, two texts or two others that have an order, "
                    + "found \(kind) and \(other.kind)")
        }
    }

    /// The order of two values.
    enum Order {
        case before, same, after
        /// One of them is NaN: every comparison is false.
        case none

        init<Number: Comparable>(_ left: Number, _ right: Number) {
            self = left < right ? .before : left > right ? .after : left == right ? .same : .none
        }
    }
}
