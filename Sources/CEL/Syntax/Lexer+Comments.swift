extension Environment {
    /// The comments of an expression: from each `//` to the end of its line.
    ///
    /// - Returns: code points from 0; without those behind the first mistake of spelling.
    package static func comments(in source: String) -> [SourceRange] {
        var lexer = Lexer(source)
        var found: [SourceRange] = []
        var end = 0
        while let token = try? lexer.next() {
            found += lexer.comments(in: end..<token.bytes.lowerBound)
            guard token.kind != .end else { break }
            end = token.bytes.upperBound
        }
        return found
    }
}

extension Lexer {
    /// The comments between two tokens.
    fileprivate mutating func comments(in gap: Range<Int>) -> [SourceRange] {
        var found: [SourceRange] = []
        var at = gap.lowerBound
        while at < gap.upperBound {
            guard text[at] == UInt8(ascii: "/") else {
                at += 1
                continue
            }
            let start = at
            while at < gap.upperBound, text[at] != 0x0A { at += 1 }
            found.append(range(start..<at))
        }
        return found
    }
}
