import JSON
import Spelling

/// Characters in a description that only look like spaces and quotation marks of YAML.
///
/// They may stand in any text, so this searches for them only where something is wrong.
enum Lookalikes {
    /// Reports the characters instead of the mistakes that they cause.
    ///
    /// - Returns: a diagnostic for each such character, and the mistakes of other lines.
    static func explain(_ diagnostics: [Diagnostic], in source: SourceText) -> [Diagnostic] {
        let wrongLines = Set(diagnostics.compactMap { $0.place?.position.line })
        var found: [Int: Diagnostic] = [:]
        for (at, line) in source.lines.enumerated() where line.utf8.contains(where: { $0 >= 0x80 })
        {
            guard let (column, lookalike) = first(in: line),
                // A space shifts what the lines below mean, a quotation mark only its own line.
                lookalike.kind == .space || wrongLines.contains(at + 1)
            else { continue }
            let expected = lookalike.kind == .space ? "a plain space" : "a plain quotation mark"
            found[at + 1] = source.diagnostic(
                "expected \(expected), found \(lookalike.name)",
                at: TextPosition(line: at + 1, column: column), remedy: lookalike.remedy)
        }
        guard !found.isEmpty else { return diagnostics }
        let others = diagnostics.filter { found[$0.place?.position.line ?? 0] == nil }
        return (found.values + others).inReadingOrder()
    }

    /// The first such character where YAML expects its own: in front of what a line says, behind a dash, the first
    /// colon, and the signs of lists and mappings in brackets.
    private static func first(in line: Substring) -> (column: Int, lookalike: Lookalike)? {
        var isExpected = true
        var isInBrackets = false
        var hasKey = false
        for (at, scalar) in line.unicodeScalars.enumerated() {
            if isExpected, let lookalike = Lookalike(scalar) {
                return lookalike.kind == .dash ? nil : (at + 1, lookalike)
            }
            switch scalar {
            case " ", "-": break
            case "#" where isExpected: return nil
            case "[" where isExpected, "{" where isExpected: isInBrackets = true
            case "," where isInBrackets: isExpected = true
            case ":" where isInBrackets || !hasKey:
                isExpected = true
                hasKey = true
            default: isExpected = false
            }
        }
        return nil
    }
}
