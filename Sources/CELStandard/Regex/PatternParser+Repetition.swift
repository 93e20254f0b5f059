import CEL

extension PatternParser {
    /// A node and how often it repeats: `*`, `+`, `?`, `{n}`, `{n,}`, `{n,m}`.
    ///
    /// A `?` after them only chooses among several matches, so it makes no difference here.
    mutating func repeated(_ node: PatternNode) throws(FunctionError) -> PatternNode {
        guard let (minimum, maximum) = try bounds() else { return node }
        _ = take("?")
        if try bounds() != nil {
            throw FunctionError(pattern: "expected one repetition, found another behind it")
        }
        return .repetition(node, minimum: minimum, maximum: maximum)
    }

    private mutating func bounds() throws(FunctionError) -> (Int, Int?)? {
        if take("*") { return (0, nil) }
        if take("+") { return (1, nil) }
        if take("?") { return (0, 1) }
        let start = at
        // A brace that begins no repetition is an ordinary character.
        guard take("{"), let minimum = number() else {
            at = start
            return nil
        }
        var maximum: Int? = minimum
        if take(",") { maximum = number() }
        guard take("}") else {
            at = start
            return nil
        }
        guard max(minimum, maximum ?? 0) <= PatternLimits.repetitionMax,
            minimum <= maximum ?? minimum
        else {
            throw FunctionError(
                pattern:
                    "expected a repetition up to \(PatternLimits.repetitionMax) times, least first"
            )
        }
        return (minimum, maximum)
    }

    /// Reads digits; a very large number becomes one that is refused.
    private mutating func number() -> Int? {
        let digits = scalars[at...].prefix { ScalarSet.digits.contains($0) }
        guard !digits.isEmpty else { return nil }
        at += digits.count
        return digits.reduce(0) {
            min($0 * 10 + Int($1.value - 0x30), PatternLimits.repetitionMax + 1)
        }
    }
}
