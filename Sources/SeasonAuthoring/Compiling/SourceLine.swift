/// Facts about one line of YAML by itself, for messages; this is far from a parser.
enum SourceLine {
    /// The columns, from 1 and ascending, in which a line may start, by the lines above it.
    static func starts(above number: Int, in lines: [Substring]) -> [Int] {
        var columns: Set<Int> = []
        var least = Int.max
        for line in lines.prefix(number - 1).reversed() where least > 0 {
            let scalars = Array(line.unicodeScalars)
            guard var at = scalars.firstIndex(where: { $0 != " " }), scalars[at] != "#",
                at < least
            else { continue }
            least = at
            columns.insert(at + 1)
            while scalars[at] == "-", at + 1 < scalars.count, scalars[at + 1] == " ",
                let next = scalars[(at + 1)...].firstIndex(where: { $0 != " " })
            {
                at = next
                columns.insert(at + 1)
            }
        }
        return columns.sorted()
    }

    /// The place, from 0, of the brace in `label: {item} Auto`: a mapping with text after its end.
    static func braceThatStartsText(_ line: [Unicode.Scalar]) -> Int? {
        guard let brace = line.firstIndex(of: "{"), line[..<brace].last == " ",
            let before = line[..<brace].last(where: { $0 != " " }), before == ":" || before == "-",
            colonInText(line) == nil
        else { return nil }
        var depth = 0
        for at in brace..<line.count {
            if line[at] == "{" { depth += 1 }
            if line[at] == "}" { depth -= 1 }
            guard depth == 0 else { continue }
            let after = line[(at + 1)...].first { $0 != " " }
            return after == nil || after == "#" ? nil : brace
        }
        return nil
    }

    /// The place, from 0, of a `:` or `-` that is meant to end a key or begin an element, with no space behind it.
    static func missingSpace(_ line: [Unicode.Scalar]) -> Int? {
        guard var at = line.firstIndex(where: { $0 != " " }) else { return nil }
        if line[at] == "-" {
            guard at + 1 < line.count else { return nil }
            if isKeyPart(line[at + 1]) { return at }
            guard let next = line[(at + 1)...].firstIndex(where: { $0 != " " }) else { return nil }
            at = next
        }
        guard let end = line[at...].firstIndex(where: { !isKeyPart($0) }), end > at,
            line[end] == ":", end + 1 < line.count, line[end + 1] != " "
        else { return nil }
        return end
    }

    /// The place, from 0, of a `: ` that ends no key: a second one on a line, or one behind several words, as in
    /// `text: Cargo bonus: {a}` and `- Cargo bonus: {a}`.
    static func colonInText(_ line: [Unicode.Scalar]) -> Int? {
        guard let start = line.firstIndex(where: { $0 != " " && $0 != "-" }) else { return nil }
        let text = line[start...].prefix { !"\"'{[#".unicodeScalars.contains($0) }
        let colons = text.indices.filter {
            text[$0] == ":" && ($0 + 1 == line.count || line[$0 + 1] == " ")
        }
        guard let first = colons.first else { return nil }
        return text[..<first].contains(" ") ? first : colons.dropFirst().first
    }

    private static func isKeyPart(_ scalar: Unicode.Scalar) -> Bool {
        scalar.isASCII && (scalar.properties.isAlphabetic || scalar == "_")
    }

    /// Whether a piece of a line has a key: a colon with a space, or nothing, after it.
    static func hasKey(_ piece: ArraySlice<Unicode.Scalar>) -> Bool {
        piece.indices.contains { at in
            piece[at] == ":" && (at + 1 == piece.endIndex || piece[at + 1] == " ")
        }
    }

    /// The character in a column, from 1; nil after the line's end.
    static func character(_ line: [Unicode.Scalar], _ column: Int) -> Unicode.Scalar? {
        line.indices.contains(column - 1) ? line[column - 1] : nil
    }

    /// The text from a place on, without spaces and comments at the line's end.
    static func text(_ line: [Unicode.Scalar], from start: Int) -> ArraySlice<Unicode.Scalar> {
        let text = line.dropFirst(start).prefix { $0 != "#" }
        return text[..<((text.lastIndex { $0 != " " } ?? text.startIndex - 1) + 1)]
    }
}
