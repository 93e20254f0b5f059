import BreakdownRenderer
import JSON
import Text

/// A description as its author wrote it: its tree, and the place of each part in the file.
package struct WrittenDescription: Sendable {
    private let source: SourceText
    private let document: YAMLDocument

    package var path: String { source.path }
    package var json: JSON { document.json }

    /// Reads the YAML.
    ///
    /// - Throws: ``DiagnosedError`` if it is no YAML of the format.
    package init(_ file: SourceFile) throws(DiagnosedError) {
        source = try SourceText(path: file.path, bytes: file.bytes)
        do throws(DiagnosedError) {
            document = try YAMLDocument(source)
        } catch {
            throw DiagnosedError(Lookalikes.explain(error.diagnostics, in: source))
        }
    }

    /// Whether an expression can have a comment in it.
    var mayHaveExpressionComments: Bool { source.text.contains("//") }

    func span(ofTextAt path: JSONPath, offset: Int, length: Int) -> Diagnostic.Place {
        source.place(document.span(ofTextAt: path, offset: offset, length: length))
    }

    /// The lines of a part of a text, as ``YAMLDocument/lines(ofTextAt:offset:length:)``.
    func lines(
        ofTextAt path: JSONPath, offset: Int, length: Int
    ) -> [(start: TextPosition, text: String)] {
        document.lines(ofTextAt: path, offset: offset, length: length)
    }

    package func diagnostic(
        _ message: String, at path: JSONPath, remedy: String? = nil, isWarning: Bool = false
    ) -> Diagnostic {
        Diagnostic(
            file: self.path, place: source.place(document.span(ofValueAt: path)), message: message,
            remedy: remedy, isWarning: isWarning)
    }

    /// The diagnostic for a finding in the tree.
    package func diagnostic(_ finding: DescriptionFinding, isAboutKey: Bool = false) -> Diagnostic {
        let span =
            if let offset = finding.offset {
                document.span(ofTextAt: finding.path, offset: offset, length: finding.length ?? 1)
            } else if isAboutKey {
                document.span(ofKeyAt: finding.path)
            } else {
                document.span(ofValueAt: finding.path)
            }
        return Diagnostic(
            file: path, place: source.place(span), message: finding.message,
            remedy: Self.remedyForSentence(finding) ?? finding.remedy
                ?? (isAboutKey ? nil : remedyForYAML(at: span, finding.path)))
    }

    /// The remedy for `Cargo bonus: {a}` as an element of a list: no key of a description has a space in it.
    private static func remedyForSentence(_ finding: DescriptionFinding) -> String? {
        guard finding.isUnknownKey, case .member(let key)? = finding.path.steps.last,
            key.contains(" ")
        else { return nil }
        return "text with \": \" in it needs quotes around it"
    }

    /// The remedy for text that YAML reads as something else; nil where that is not the mistake.
    private func remedyForYAML(at span: YAMLSpan, _ path: JSONPath) -> String? {
        if comments.contains(where: { $0.position.line == span.position.line }) {
            return Self.remedyForComment
        }
        return document.textInBraces(at: path).map { Self.remedyForBraces(around: $0, at: path) }
    }

    /// The remedy for `{a}`: keys and expressions take no braces, and in texts braces at the beginning need quotes.
    private static func remedyForBraces(around text: String, at path: JSONPath) -> String {
        let keys = path.steps.compactMap { if case .member(let key) = $0 { key } else { nil } }
        let isKey = ["field", "needs", "unless"].contains(keys.last)
        let isExpression =
            ["value", "when", "applies"].contains(keys.last) || keys.first == "define"
        let isItem = text == "item" || text.hasPrefix("item.")
        return isExpression || isKey && !isItem
            ? "write it without braces: \(text)"
            : "text that starts with { needs quotes around it: \"{\(text)}\""
    }

    /// The warnings that the YAML gives reason for, whatever the description says.
    ///
    /// `label: Ship #1` is the label Ship and a comment. A comment that is meant as one is set apart by spaces.
    package var warnings: [Diagnostic] {
        let ofComments = comments.map {
            source.diagnostic(
                "the text after this # is a comment, so it is not shown", at: $0.position,
                remedy: Self.remedyForComment)
        }
        let ofQuotes = Self.curlyQuotes(around: JSONCursor(json)).map {
            diagnostic(
                "the curly quotation marks around this text are shown with it", at: $0,
                remedy: "write it without them, or in plain ones: \" or '")
        }
        return (ofComments + ofQuotes).map {
            var warning = $0
            warning.isWarning = true
            return warning
        }
    }

    /// The places of texts in quotation marks that are none for YAML; it recurses as deep as YAML may be.
    private static func curlyQuotes(around cursor: JSONCursor) -> [JSONPath] {
        switch cursor.value {
        case .string(let text):
            let ends = [text.unicodeScalars.first, text.unicodeScalars.last]
            let marks = ends.filter { $0.flatMap { Lookalike($0) }?.kind == .quotationMark }
            return marks.count == 2 && text.unicodeScalars.count > 1 ? [cursor.path] : []
        case .array:
            return ((try? cursor.elements()) ?? []).flatMap { curlyQuotes(around: $0) }
        case .object:
            return ((try? cursor.members()) ?? []).flatMap { curlyQuotes(around: $0.cursor) }
        default: return []
        }
    }

    /// The comments that may be meant as text.
    private var comments: [YAMLComment] {
        document.commentsBehindTexts.filter { comment in
            !comment.hasSpaceBehind
                || comment.spacesBefore == 1 && comment.key.map(Self.isForPeople) == true
        }
    }

    private static func isForPeople(_ key: String) -> Bool {
        ["title", "label", "text", "default", "otherwise", "each"].contains(key)
    }

    private static let remedyForComment =
        "put the whole text in quotes; a comment has two spaces before # and one after it"

    /// The mistakes of decoding, each with its place in the file.
    func diagnosed(_ findings: [DescriptionFinding]) -> DiagnosedError {
        let diagnostics =
            RepeatedNames.merge(findings, in: json).map { finding, repeats in
                var diagnostic = diagnostic(finding, isAboutKey: finding.isUnknownKey)
                if repeats > 0 {
                    let places = repeats == 1 ? "1 more place" : "\(repeats) more places"
                    diagnostic.remedy =
                        (diagnostic.remedy.map { "\($0); " } ?? "")
                        + "the same name is in \(places)"
                }
                return diagnostic
            }
        return DiagnosedError(Lookalikes.explain(diagnostics, in: source))
    }
}

extension DescriptionFinding {
    /// Whether it is about a key that the description language does not have.
    fileprivate var isUnknownKey: Bool {
        if case .key = unknown { true } else { false }
    }
}

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

/// Merges findings, so that each mistake is reported once.
///
/// A name that is not defined may stand in many expressions. The first place is shown, the others are
/// counted. A mistyped `define` or `each` makes all its names unknown; then only the key is shown.
enum RepeatedNames {
    /// Removes findings that another finding already explains.
    ///
    /// - Returns: the findings to show, and how often each of them is repeated.
    static func merge(
        _ findings: [DescriptionFinding], in json: JSON
    ) -> [(finding: DescriptionFinding, repeats: Int)] {
        let meant = Set(findings.flatMap { namesMeant(by: $0, in: json) })
        var merged: [(finding: DescriptionFinding, repeats: Int)] = []
        var places: [String: Int] = [:]
        for finding in findings {
            guard case .name(let name) = finding.unknown else {
                merged.append((finding, 0))
                continue
            }
            if meant.contains(name) { continue }
            if let first = places[finding.message] {
                merged[first].repeats += 1
            } else {
                places[finding.message] = merged.count
                merged.append((finding, 0))
            }
        }
        return merged
    }

    /// The names that the author defines behind a mistyped key.
    private static func namesMeant(by finding: DescriptionFinding, in json: JSON) -> [String] {
        guard case .key(nearest: let meant) = finding.unknown,
            case .member(let key) = finding.path.steps.last
        else { return [] }
        return switch meant {
        case "each": ["item"]
        case "define": json[key]?.objectValue?.keys ?? []
        default: []
        }
    }
}
