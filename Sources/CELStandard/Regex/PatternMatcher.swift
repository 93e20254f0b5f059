import CEL

/// Runs a pattern over one text.
struct PatternMatcher {
    private let program: PatternProgram
    /// Instructions that wait for the next code point.
    private var waiting: [Int] = []
    /// For each instruction, the place in the text, from 1, where it was last reached.
    private var reached: [Int]
    private var stack: [Int] = []
    private var visits = 0

    init(_ program: PatternProgram) {
        self.program = program
        reached = Array(repeating: 0, count: program.instructions.count)
    }

    /// Whether the pattern matches any part of the text.
    mutating func matches(_ text: String, _ budget: inout Budget) throws(FunctionError) -> Bool {
        try budget.visit(reached.count)
        var before: Unicode.Scalar?
        var place = 1
        var scalars = text.unicodeScalars.makeIterator()
        var next = scalars.next()
        var arrivals = [0]
        while true {
            if follow(arrivals, at: place, before, next) { return true }
            try pay(&budget)
            guard let scalar = next else { return false }
            // A match may begin at every place.
            arrivals = [0]
            for index in waiting {
                guard case .one(let set) = program.instructions[index] else { continue }
                visits += set.cost
                if set.contains(scalar) { arrivals.append(index + 1) }
                // Sets can be expensive, and there can be many of them.
                if visits > 1_000 { try pay(&budget) }
            }
            waiting.removeAll(keepingCapacity: true)
            before = scalar
            next = scalars.next()
            place += 1
        }
    }

    private mutating func pay(_ budget: inout Budget) throws(FunctionError) {
        try budget.spend(1 + visits / 8)
        visits = 0
    }

    /// Follows instructions that read no code point; true if the match is complete.
    private mutating func follow(
        _ arrivals: [Int], at place: Int, _ before: Unicode.Scalar?, _ next: Unicode.Scalar?
    ) -> Bool {
        stack = arrivals
        while let index = stack.popLast() {
            guard reached[index] != place else { continue }
            reached[index] = place
            visits += 1
            switch program.instructions[index] {
            case .one: waiting.append(index)
            case .split(let left, let right): stack += [right, left]
            case .jump(let target): stack.append(target)
            case .assertion(let assertion):
                if assertion.holds(between: before, and: next) { stack.append(index + 1) }
            case .match: return true
            }
        }
        return false
    }
}

extension PatternNode.Assertion {
    /// Whether the condition is true between two code points; nil means the text's end.
    fileprivate func holds(between before: Unicode.Scalar?, and next: Unicode.Scalar?) -> Bool {
        func isWord(_ scalar: Unicode.Scalar?) -> Bool {
            scalar.map { ScalarSet.wordCharacters.contains($0) } ?? false
        }
        switch self {
        case .textStart: return before == nil
        case .textEnd: return next == nil
        case .lineStart: return before == nil || before == "\n"
        case .lineEnd: return next == nil || next == "\n"
        case .wordBoundary: return isWord(before) != isWord(next)
        case .noWordBoundary: return isWord(before) == isWord(next)
        }
    }
}
