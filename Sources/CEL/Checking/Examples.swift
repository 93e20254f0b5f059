/// Values that represent all values of a shape.
enum Examples {
    /// One value, and whether it really occurs in the data or is only similar.
    struct Example {
        let value: Value
        let isExact: Bool
    }

    /// Every combination of the operands' examples.
    ///
    /// Nulls are left out: a calculation with null gives a missing value, not a mistake.
    ///
    /// - Returns: the combinations; nil if an operand is always null, or if there are too many.
    static func combinations(_ operands: [Shape]) -> [[Example]]? {
        for isDetailed in [true, false] {
            let choices = operands.map { examples(of: $0, isDetailed: isDetailed) }
            guard choices.allSatisfy({ !$0.isEmpty }) else { return nil }
            let count = choices.reduce(1) { $0 * min($1.count, 1_000) }
            guard count <= CELLimits.triedOperandsMax else { continue }
            return choices.reduce([[]]) { rows, choice in
                rows.flatMap { row in choice.map { row + [$0] } }
            }
        }
        return nil
    }

    private static func examples(of shape: Shape, isDetailed: Bool, depth: Int = 0) -> [Example] {
        let kinds = shape.kinds
        var examples: [Example] = []
        if kinds.contains(.bool) {
            examples += [true, false].map { Example(value: .bool($0), isExact: true) }
        }
        if kinds.contains(.int) { examples.append(inexact(.int(1))) }
        if kinds.contains(.uint) { examples.append(inexact(.uint(1))) }
        if kinds.contains(.double) { examples.append(inexact(.double(1.5))) }
        if kinds.contains(.string) { examples += texts(shape.texts, isDetailed: isDetailed) }
        if kinds.contains(.list) { examples += lists(shape.elements.first, depth: depth) }
        if kinds.contains(.map) { examples.append(inexact(Value(["a": .int(1)]))) }
        if kinds.contains(.other) { examples.append(inexact(.bytes([]))) }
        return examples
    }

    private static func texts(_ texts: Set<String>?, isDetailed: Bool) -> [Example] {
        if isDetailed, let texts, !texts.isEmpty, texts.count <= 12 {
            return texts.sorted().map { Example(value: .string($0), isExact: true) }
        }
        // A text that is a number can be converted; a text that is not a number cannot.
        return ["a", "1"].map { inexact(.string($0)) }
    }

    /// The empty list, and lists of one element each.
    private static func lists(_ element: Shape?, depth: Int) -> [Example] {
        let empty = inexact(Value([Value]()))
        guard depth < 2 else { return [empty] }
        var element = element ?? .unknown
        if element.isUnknown {
            element = Shape([.bool, .int, .double, .string], texts: nil)
            return [empty] + examples(of: element, isDetailed: false, depth: depth + 1).map(list)
        }
        return examples(of: element, isDetailed: false, depth: depth + 1).map(list)
    }

    private static func list(_ element: Example) -> Example { inexact(Value([element.value])) }
    private static func inexact(_ value: Value) -> Example {
        Example(value: value, isExact: false)
    }
}
