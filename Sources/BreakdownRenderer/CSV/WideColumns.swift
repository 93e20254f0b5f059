/// The columns of a wide table, which are found one after another, in the order in which rows stand.
struct WideColumns: Sendable {
    /// By UTF-8, because `String` would fold equivalent spellings into one.
    private var places: [[UInt8]: Int] = [:]
    /// The names by place, which is the order in which they were found.
    private(set) var names: [String] = []
    /// Bytes of all names in UTF-8.
    private(set) var nameBytes = 0
    /// The first column from the left, and behind it the right neighbour of each place; -1 for none.
    private var neighbours = [-1]
    /// Where the last row of this match stands: an index of `neighbours`.
    private var cursor = 0
    private var repetitions: [[UInt8]: Int] = [:]

    init(first: [String]) {
        for name in first { _ = place(name) }
    }

    /// The number of columns.
    var count: Int { names.count }

    /// The places of the columns from left to right.
    var ordered: [Int] {
        var ordered: [Int] = []
        ordered.reserveCapacity(count)
        var at = neighbours[0]
        while at >= 0 {
            ordered.append(at)
            at = neighbours[at + 1]
        }
        return ordered
    }

    /// Begins with the first row of the next match.
    mutating func startRow() {
        cursor = 0
        repetitions = [:]
    }

    /// The place of a row's column; a second row of the same name has its own.
    mutating func place(_ name: String) -> Int {
        let bytes = Array(name.utf8)
        let count = (repetitions[bytes] ?? 0) + 1
        repetitions[bytes] = count
        let unique = count == 1 ? name : "\(name) \(count)"
        let key = count == 1 ? bytes : Array(unique.utf8)
        if let at = places[key] {
            cursor = at + 1
            return at
        }
        let at = names.count
        places[key] = at
        names.append(unique)
        nameBytes += key.count
        neighbours.append(neighbours[cursor])
        neighbours[cursor] = at
        cursor = at + 1
        return at
    }

    /// Forgets the columns that were found last.
    ///
    /// - Parameter count: how many stay.
    mutating func keepFirst(_ count: Int) {
        let stay = ordered.filter { $0 < count }
        for name in names[count...] {
            places[Array(name.utf8)] = nil
            nameBytes -= name.utf8.count
        }
        names.removeLast(names.count - count)
        neighbours = [Int](repeating: -1, count: count + 1)
        cursor = 0
        for at in stay {
            neighbours[cursor] = at
            cursor = at + 1
        }
    }
}
