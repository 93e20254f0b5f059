import CEL

/// A regular expression as instructions.
///
/// The matcher tracks all possible positions together, so it reads each code point of a text only
/// once (Thompson, 1968).
struct PatternProgram: Sendable {
    /// One instruction; unless it says otherwise, the matcher continues with the next one.
    enum Instruction: Sendable {
        /// Reads a code point of the set and continues.
        case one(ScalarSet)
        /// Continues at both places.
        case split(Int, Int)
        case jump(Int)
        case assertion(PatternNode.Assertion)
        case match
    }

    private(set) var instructions: [Instruction] = []
    /// Visited nodes: repetitions of nothing make no instructions, but take time.
    private var visits = 0

    /// Compiles a pattern.
    ///
    /// - Parameters:
    ///   - work: receives the amount of this work, even if it fails.
    /// - Throws: `FunctionError` if it is no pattern, or exceeds ``PatternLimits``.
    init(_ pattern: String, work: inout Int) throws(FunctionError) {
        work = pattern.utf8.count
        let node = try PatternParser.parse(pattern)
        defer { work += visits }
        try emit(node)
        instructions.append(.match)
    }

    private mutating func emit(_ node: PatternNode) throws(FunctionError) {
        visits += 1
        guard visits <= PatternLimits.instructionsMax else {
            throw FunctionError(
                pattern:
                    "expected at most \(PatternLimits.instructionsMax) parts, repetitions counted"
            )
        }
        switch node {
        case .empty: break
        case .one(let set): instructions.append(.one(set))
        case .assertion(let assertion): instructions.append(.assertion(assertion))
        case .sequence(let parts): for part in parts { try emit(part) }
        case .alternatives(let alternatives): try emit(alternatives[...])
        case .repetition(let part, let minimum, let maximum):
            for _ in 0..<minimum { try emit(part) }
            if let maximum {
                for _ in minimum..<maximum { try emitOptional(part, loops: false) }
            } else {
                try emitOptional(part, loops: true)
            }
        }
    }

    private mutating func emit(_ alternatives: ArraySlice<PatternNode>) throws(FunctionError) {
        var jumps: [Int] = []
        for alternative in alternatives.dropLast() {
            let split = reserve()
            try emit(alternative)
            jumps.append(reserve())
            instructions[split] = .split(split + 1, instructions.count)
        }
        if let last = alternatives.last { try emit(last) }
        for jump in jumps { instructions[jump] = .jump(instructions.count) }
    }

    /// A node that may be skipped and, if it loops, repeated any number of times.
    private mutating func emitOptional(_ part: PatternNode, loops: Bool) throws(FunctionError) {
        let split = reserve()
        try emit(part)
        if loops { instructions.append(.jump(split)) }
        instructions[split] = .split(split + 1, instructions.count)
    }

    /// A place that is filled when the jump's target is known.
    private mutating func reserve() -> Int {
        instructions.append(.jump(0))
        return instructions.count - 1
    }
}
