struct Token {
    enum Kind: Equatable {
        case identifier
        /// A name in backticks, which may hold characters that an identifier may not.
        case quotedIdentifier
        case integer
        case unsignedInteger
        case decimal
        case string
        case bytes
        case symbol(Symbol)
        case end
    }

    enum Symbol: String {
        case openParenthesis = "("
        case closeParenthesis = ")"
        case openBracket = "["
        case closeBracket = "]"
        case openBrace = "{"
        case closeBrace = "}"
        case dot = "."
        case comma = ","
        case colon = ":"
        case question = "?"
        case plus = "+"
        case minus = "-"
        case times = "*"
        case divide = "/"
        case modulo = "%"
        case not = "!"
        case equal = "=="
        case notEqual = "!="
        case less = "<"
        case lessOrEqual = "<="
        case greater = ">"
        case greaterOrEqual = ">="
        case and = "&&"
        case or = "||"
    }

    let kind: Kind
    /// In bytes.
    let bytes: Range<Int>
    /// In code points.
    let range: SourceRange
}
