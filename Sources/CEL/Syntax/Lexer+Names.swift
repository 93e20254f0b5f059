extension Lexer {
    /// Reads a name in backticks: letters, digits, `_`, `.`, `-`, `/` and space.
    mutating func quotedIdentifier() throws(CompileError) -> Token {
        let start = at
        at += 1
        while byte(0) != UInt8(ascii: "`") {
            let allowed: Bool =
                switch byte(0) {
                case UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "/"), UInt8(ascii: " "):
                    true
                case let other: other.isIdentifierTail
                }
            guard allowed else {
                throw finding(
                    "expected '`' at the end of a name in backticks", at: start..<at,
                    remedy: "allowed are letters, digits, '_', '.', '-', '/' and space; "
                        + "reach other keys with ['key']")
            }
            at += 1
        }
        at += 1
        guard at - start > 2 else {
            throw finding("expected a name between backticks", at: start..<at)
        }
        return token(.quotedIdentifier, from: start)
    }
}
