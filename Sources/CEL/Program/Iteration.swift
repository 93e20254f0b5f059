/// The elements of a list or the entries of a map, one after another; a map's in the order of its
/// keys.
struct Iteration {
    private enum Source {
        case list(any ListValue)
        case map(any MapValue, keys: [MapKey])
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
            if map is NativeMap {
                source = .map(map, keys: map.keys)
            } else {
                source = .map(map, keys: try budget.sorted(map.keys))
            }
        default:
            throw FunctionError(
                .typeMismatch, "expected a list or a map to look through, found \(value.kind)")
        }
    }

    /// The value of a single variable: a list's element, or a map's key.
    func single(_ index: Int) -> Value {
        switch source {
        case .list(let list): list[index]
        case .map(_, let keys): keys[index].value
        }
    }

    /// The value of the first of two variables: a list's index, or a map's key.
    func first(_ index: Int) -> Value {
        switch source {
        case .list: .int(Int64(index))
        case .map(_, let keys): keys[index].value
        }
    }

    /// Pays for ``second(_:)``, which looks up a key in a map.
    func payForSecond(_ index: Int, _ budget: inout Budget) throws(FunctionError) {
        if case .map(let map, let keys) = source { try budget.find(keys[index], in: map) }
    }

    /// The value of the second of two variables: a list's element, or a map's value.
    func second(_ index: Int) -> Value {
        switch source {
        case .list(let list): list[index]
        case .map(let map, let keys): map.value(for: keys[index]) ?? .null
        }
    }
}
