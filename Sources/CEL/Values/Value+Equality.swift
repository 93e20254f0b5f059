import Text

extension Value {
    /// Different kinds are not equal, numbers compare by size, lists and maps compare deeply, and NaN equals nothing.
    func equals(_ other: Value, _ budget: inout Budget) throws(FunctionError) -> Bool {
        switch (self, other) {
        case (.string(let left), .string(let right)):
            try budget.scan(min(left.utf8.count, right.utf8.count))
            return left.hasSameCodePoints(as: right)
        case (.bytes(let left), .bytes(let right)):
            try budget.scan(min(left.count, right.count))
            return left == right
        case (.list(let left), .list(let right)): return try equal(left, right, &budget)
        case (.map(let left), .map(let right)): return try equal(left, right, &budget)
        case (.optional(let left), .optional(let right)):
            guard let left, let right else { return left == nil && right == nil }
            return try left.equals(right, &budget)
        default: return equalsScalar(other)
        }
    }

    /// Equality of values without contents; false for others.
    private func equalsScalar(_ other: Value) -> Bool {
        switch (self, other) {
        case (.null, .null): true
        case (.type(let left), .type(let right)): left == right
        default: scalarOrder(other) == .same
        }
    }
}

private func equal(
    _ left: any ListValue, _ right: any ListValue, _ budget: inout Budget
) throws(FunctionError) -> Bool {
    let count = left.count
    guard count == right.count else { return false }
    for index in 0..<count {
        try budget.spend()
        guard try left[index].equals(right[index], &budget) else { return false }
    }
    return true
}

private func equal(
    _ left: any MapValue, _ right: any MapValue, _ budget: inout Budget
) throws(FunctionError) -> Bool {
    guard left.count == right.count else { return false }
    try budget.spend(left.count)
    for key in left.keys {
        try budget.find(key, in: left)
        try budget.find(key, in: right)
        guard let mine = left.value(for: key), let other = right.value(for: key),
            try mine.equals(other, &budget)
        else { return false }
    }
    return true
}
