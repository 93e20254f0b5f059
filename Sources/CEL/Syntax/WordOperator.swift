/// An operator that other languages write as a word and this one as a sign.
enum WordOperator {
    /// What to write instead of a word; nil for a word that is no operator elsewhere.
    static func remedy(for word: String) -> String? {
        switch word.lowercased() {
        case "and": "write '&&' for and"
        case "or": "write '||' for or"
        case "not": "write '!' for not, as in !(a == b)"
        case "if", "then", "else": "write condition ? value : otherwise"
        default: nil
        }
    }
}

extension Parser {
    /// The finding about a `not` that stands before the next token; nil where none does.
    func notBeforeToken() -> CompileError? {
        let text = lexer.text
        var end = token.bytes.lowerBound
        while end > 0, text[end - 1] == UInt8(ascii: " ") { end -= 1 }
        var start = end
        while start > 0, text[start - 1].isIdentifierTail { start -= 1 }
        let word = lexer.string(start..<end)
        guard token.kind != .end, end < token.bytes.lowerBound, word.lowercased() == "not" else {
            return nil
        }
        // From the word to the token there are only ASCII characters: as many code points as bytes.
        let offset = token.range.offset - (token.bytes.lowerBound - start)
        return CompileError(
            "expected a value or an operator, found '\(word)'",
            at: SourceRange(offset: offset, length: end - start),
            remedy: WordOperator.remedy(for: word))
    }

    /// What to do about more text right behind a closing quote, as in `'Opponent's'`; nil where there is none.
    var remedyBehindQuote: String? {
        let start = token.bytes.lowerBound
        guard start > 0, token.kind != .end, lexer.text[start - 1].isQuote,
            lexer.text[start].isIdentifierTail
        else { return nil }
        let quote = lexer.string(start - 1..<start)
        return "\(quote) ends the text before it: inside the text it is written \\\(quote)"
    }
}
