import CEL

extension PatternParser {
    /// `[a-z\d[:alpha:]]`, read from after its opening bracket.
    mutating func characterClass() throws(FunctionError) -> ScalarSet {
        var set = ScalarSet()
        let isNegated = take("^")
        var isFirst = true
        while let scalar = next, isFirst || scalar != "]" {
            isFirst = false
            if scalar == "[", let named = try posixClass() {
                set.insert(named)
                continue
            }
            if scalar == "\\", let named = try escapedClass() {
                set.insert(named)
                continue
            }
            let low = try classMember()
            guard next == "-", at + 1 < scalars.count, scalars[at + 1] != "]" else {
                set.insert(low...low)
                continue
            }
            at += 1
            let high = try classMember()
            guard low <= high else {
                throw FunctionError(pattern: "expected the smaller end of a range first")
            }
            set.insert(low...high)
        }
        guard take("]") else { throw FunctionError(pattern: "expected ']' at the end of a class") }
        set.ignoresCase = flags.ignoresCase
        set.isNegated = isNegated
        return set
    }

    /// `[:alpha:]`, or nil if the bracket is an ordinary character.
    private mutating func posixClass() throws(FunctionError) -> ScalarSet? {
        guard at + 1 < scalars.count, scalars[at + 1] == ":" else { return nil }
        let inside = scalars[(at + 2)...].prefix { $0 != ":" }
        let end = at + 2 + inside.count
        guard end + 1 < scalars.count, scalars[end + 1] == "]" else { return nil }
        let isNegated = inside.first == "^"
        let name = String(String.UnicodeScalarView(inside.dropFirst(isNegated ? 1 : 0)))
        guard let set = ScalarSet.posix(name) else {
            throw FunctionError(pattern: "expected a class such as '[:alpha:]', found '\(name)'")
        }
        at = end + 2
        return isNegated ? set.inverted : set
    }

    /// One code point in a class; it may be escaped.
    private mutating func classMember() throws(FunctionError) -> UInt32 {
        guard let scalar = next else {
            throw FunctionError(pattern: "expected ']' at the end of a class")
        }
        at += 1
        return scalar == "\\" ? try escapedScalar().value : scalar.value
    }
}
