/// Names that somebody may have meant.
enum Suggestion {
    /// `did you mean 'autoPoints'?` for a name that is nearly one of `known`, else nil.
    static func remedy(for name: String, among known: [String]) -> String? {
        // A third of the letters may be wrong.
        nearest(to: name, among: known, wrongMax: max(1, name.utf8.count / 3))
            .map { "did you mean '\($0)'?" }
    }

    /// The nearest name, if at most so many of its letters are wrong; the first of several by code
    /// point.
    ///
    /// Names of more than 64 bytes are not looked at.
    static func nearest(
        to name: String, among known: some Sequence<String>, wrongMax allowed: Int
    ) -> String? {
        let written = Array(name.utf8)
        guard written.count <= 64 else { return nil }
        return
            known
            .map { (name: $0, distance: distance(written, Array($0.utf8), atMost: allowed)) }
            .filter { $0.distance <= allowed }
            .min { ($0.distance, $0.name) < ($1.distance, $1.name) }?.name
    }

    /// How many letters must be added, removed, changed or swapped; case counts half and is free
    /// here.
    private static func distance(_ left: [UInt8], _ right: [UInt8], atMost limit: Int) -> Int {
        guard abs(left.count - right.count) <= limit, !right.isEmpty else { return limit + 1 }
        var beforeLast: [Int] = []
        var last = Array(0...right.count)
        for row in 0..<left.count {
            var next = [row + 1]
            for column in 0..<right.count {
                let isSame = left[row].lowercased == right[column].lowercased
                var cost = min(
                    last[column] + (isSame ? 0 : 1), last[column + 1] + 1, next[column] + 1)
                if row > 0, column > 0, left[row] == right[column - 1],
                    left[row - 1] == right[column]
                {
                    cost = min(cost, beforeLast[column - 1] + 1)
                }
                next.append(cost)
            }
            beforeLast = last
            last = next
        }
        return last[right.count]
    }
}

extension UInt8 {
    fileprivate var lowercased: UInt8 {
        self >= UInt8(ascii: "A") && self <= UInt8(ascii: "Z") ? self | 0x20 : self
    }
}
