import CEL

/// Reads a regular expression of RE2's syntax, without back-references and look-around, which
/// cannot be matched in linear time.
struct PatternParser {
    let scalars: [Unicode.Scalar]
    var at = 0
    var flags = Flags()
    private var nesting = 0

    /// The flags of `(?ims)`.
    struct Flags {
        var ignoresCase = false
        /// Whether `^` and `$` also mean the beginning and end of lines.
        var isMultiline = false
        /// Whether `.` also means a line's end.
        var dotIsAll = false
    }

    /// Reads a whole pattern.
    ///
    /// - Throws: `FunctionError` if it is none, or exceeds ``PatternLimits``.
    static func parse(_ pattern: String) throws(FunctionError) -> PatternNode {
        guard pattern.utf8.count <= PatternLimits.bytesMax else {
            throw FunctionError(
                pattern: "expected at most \(PatternLimits.bytesMax) bytes of pattern")
        }
        var parser = PatternParser(scalars: Array(pattern.unicodeScalars))
        let node = try parser.alternatives()
        guard parser.next == nil else { throw FunctionError(pattern: "expected '(' before ')'") }
        return node
    }

    private init(scalars: [Unicode.Scalar]) {
        self.scalars = scalars
    }

    /// The next code point, or nil at the end.
    var next: Unicode.Scalar? { at < scalars.count ? scalars[at] : nil }

    /// Consumes a code point if it is the next.
    mutating func take(_ expected: Unicode.Scalar) -> Bool {
        guard next == expected else { return false }
        at += 1
        return true
    }

    private mutating func alternatives() throws(FunctionError) -> PatternNode {
        var alternatives = [try sequence()]
        while take("|") { alternatives.append(try sequence()) }
        return alternatives.count == 1 ? alternatives[0] : .alternatives(alternatives)
    }

    private mutating func sequence() throws(FunctionError) -> PatternNode {
        var parts: [PatternNode] = []
        while let scalar = next, scalar != "|", scalar != ")" {
            if scalar == "\\", at + 1 < scalars.count, scalars[at + 1] == "Q" {
                quotation(&parts)
                continue
            }
            parts.append(try repeated(try atom()))
        }
        return parts.count == 1 ? parts[0] : parts.isEmpty ? .empty : .sequence(parts)
    }

    /// `\Q…\E`: all characters between are ordinary characters.
    private mutating func quotation(_ parts: inout [PatternNode]) {
        at += 2
        while let scalar = next {
            if scalar == "\\", at + 1 < scalars.count, scalars[at + 1] == "E" {
                at += 2
                return
            }
            parts.append(literal(scalar))
            at += 1
        }
    }

    private mutating func atom() throws(FunctionError) -> PatternNode {
        guard let scalar = next else { return .empty }
        at += 1
        switch scalar {
        case "(": return try group()
        case "[": return .one(try characterClass())
        case ".": return .one(flags.dotIsAll ? .all : .allButNewline)
        case "^": return .assertion(flags.isMultiline ? .lineStart : .textStart)
        case "$": return .assertion(flags.isMultiline ? .lineEnd : .textEnd)
        case "\\": return try escape()
        case "*", "+", "?":
            throw FunctionError(pattern: "expected something to repeat before '\(scalar)'")
        default: return literal(scalar)
        }
    }

    /// An ordinary character.
    func literal(_ scalar: Unicode.Scalar) -> PatternNode {
        var set = ScalarSet(scalar.value...scalar.value)
        set.ignoresCase = flags.ignoresCase
        return .one(set)
    }

    private mutating func group() throws(FunctionError) -> PatternNode {
        nesting += 1
        guard nesting <= PatternLimits.nestingMax else {
            throw FunctionError(
                pattern: "expected at most \(PatternLimits.nestingMax) groups inside each other")
        }
        let outer = flags
        if take("?") {
            // Flags without their own group are valid up to the end of the surrounding group.
            guard try groupHead() else {
                nesting -= 1
                return .empty
            }
        }
        let content = try alternatives()
        guard take(")") else { throw FunctionError(pattern: "expected ')' at the end of a group") }
        flags = outer
        nesting -= 1
        return content
    }

    /// What follows `(?`, a name or flags.
    ///
    /// False if no group follows, as in `(?i)`.
    private mutating func groupHead() throws(FunctionError) -> Bool {
        if take("P"), next != "<" { throw unknownGroup }
        if take("<") {
            let name = scalars[at...].prefix { $0 != ">" }
            at += name.count
            let isName = name.allSatisfy { ScalarSet.wordCharacters.contains($0) }
            guard !name.isEmpty, isName, take(">") else { throw unknownGroup }
            return true
        }
        var isOn = true
        while let flag = next {
            at += 1
            switch flag {
            case "i": flags.ignoresCase = isOn
            case "m": flags.isMultiline = isOn
            case "s": flags.dotIsAll = isOn
            // It makes no difference here which of several matches is found.
            case "U": break
            case "-" where isOn: isOn = false
            case ":": return true
            case ")": return false
            default: throw unknownGroup
            }
        }
        throw unknownGroup
    }

    private var unknownGroup: FunctionError {
        FunctionError(
            pattern: "expected '(?:', '(?<name>' or flags 'imsU' after '(?'; "
                + "looking ahead and behind is not possible")
    }
}
