/// The elements of a list or the keys of a map in their order.
struct Iteration {
    private enum Source {
        case list(any ListValue)
        case map([MapKey])
    }

    private let source: Source
    let count: Int

    /// Makes an iteration over a list or a map, and pays for sorting a large map's keys.
    init(_ value: Value, _ budget: inout Budget) throws(FunctionError) {
        switch value {
        case .list(let list):
            source = .list(list)
            count = list.count
        case .map(let map):
            count = map.count
            try budget.spend(count)
            source = try .map(map is NativeMap ? map.keys : budget.sorted(map.keys))
        default:
            throw FunctionError(
                .typeMismatch, "expected a list or a map to look through, found \(value.kind)")
        }
    }

    /// A list's element, or a map's key.
    subscript(index: Int) -> Value {
        switch source {
        case .list(let list): list[index]
        case .map(let keys): keys[index].value
        }
    }
}
