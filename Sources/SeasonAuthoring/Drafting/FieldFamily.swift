/// Fields whose names differ only in one number: `autoRobot1`, `autoRobot2`, `autoRobot3`.
struct FieldFamily {
    /// The numbers, ascending.
    let numbers: [Int]
    /// The dotted path with `{item}` for the number.
    let path: String
    /// The label with `{item}` for the number.
    let label: String

    /// A name with a hole for a number.
    struct Pattern: Hashable {
        let before: String
        let after: String
    }

    /// The patterns of a dotted path, those of robots first, and the number in each hole.
    static func patterns(_ path: String) -> [(pattern: Pattern, number: Int)] {
        var found: [(pattern: Pattern, number: Int)] = []
        var rest = path[...]
        while let start = rest.firstIndex(where: \.isASCIIDigit) {
            let end = path[start...].firstIndex { !$0.isASCIIDigit } ?? path.endIndex
            let digits = path[start..<end]
            rest = path[end...]
            // Only a number in its usual form counts; not 01, and not one of a hundred digits.
            guard digits.count <= 4, let number = Int(digits), String(number) == digits else {
                continue
            }
            found.append(
                (Pattern(before: String(path[..<start]), after: String(path[end...])), number))
        }
        return found.filter { $0.pattern.isOfRobots } + found.filter { !$0.pattern.isOfRobots }
    }

    /// Joins fields with one pattern; nil if their labels differ in more than the number.
    init?(_ pattern: Pattern, members: [(number: Int, label: String)]) {
        let members = members.sorted { $0.number < $1.number }
        guard members.count > 1, let first = members.first else { return nil }
        let digits = String(first.number)
        let holes = first.label.ranges(of: digits)
        let labels = holes.map { hole in
            (String(first.label[..<hole.lowerBound]), String(first.label[hole.upperBound...]))
        }
        let fitting = labels.first { before, after in
            members.allSatisfy { $0.label == "\(before)\($0.number)\(after)" }
        }
        guard let (before, after) = fitting else { return nil }
        numbers = members.map(\.number)
        path = "\(pattern.before){item}\(pattern.after)"
        label = "\(before){item}\(after)"
    }
}

extension FieldFamily.Pattern {
    fileprivate var isOfRobots: Bool { before.lowercased().hasSuffix("robot") }
}

extension Character {
    fileprivate var isASCIIDigit: Bool { ("0"..."9").contains(self) }
}
