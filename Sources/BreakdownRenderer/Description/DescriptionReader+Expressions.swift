import CEL
import JSON
import Text

// Expressions, texts with expressions, and keys.
extension DescriptionReader {
    /// A bare expression.
    mutating func readExpression(
        _ cursor: JSONCursor, _ place: ExpressionScope.Place, hasItem: Bool = false
    ) -> CompiledExpression? {
        guard case .string(let source) = cursor.value else {
            var remedy: String?
            switch cursor.value {
            case .integer, .bigInteger, .double, .bool: remedy = "put it in quotes"
            default: break
            }
            reportMismatch("an expression", at: cursor, remedy: remedy)
            return nil
        }
        let scope = ExpressionScope(place: place, hasItem: hasItem)
        return compile(source, offset: 0, at: cursor.path, scope)
    }

    mutating func readTemplate(
        _ cursor: JSONCursor, _ place: ExpressionScope.Place, hasItem: Bool = false
    ) -> Template? {
        guard let text = readText(cursor) else { return nil }
        let pieces: [TemplateSyntax.Piece]
        do {
            pieces = try TemplateSyntax.split(text)
        } catch {
            report(
                DescriptionFinding(
                    path: cursor.path, offset: error.offset, length: error.length,
                    message: error.message, remedy: error.remedy))
            return nil
        }
        let scope = ExpressionScope(place: place, hasItem: hasItem)
        var segments: [Template.Segment] = []
        for piece in pieces {
            switch piece {
            case .text(let text): segments.append(.text(text))
            case .expression(let source, let offset):
                if let expression = compile(source, offset: offset, at: cursor.path, scope) {
                    segments.append(.expression(expression))
                }
            }
        }
        return segments.count == pieces.count ? Template(segments) : nil
    }

    /// Reads a text with expressions that use only `item`, and computes it for each item.
    ///
    /// - Returns: one text per item in order; nil if something was reported.
    mutating func readKeyTexts(_ cursor: JSONCursor, items: [Value?]) -> [String]? {
        guard let template = readTemplate(cursor, .key, hasItem: items.hasItem) else {
            return nil
        }
        var texts: [String] = []
        for item in items {
            let activation = PassActivation(values: nil, item: item, sharing: fuel)
            var text = ""
            for segment in template.segments {
                switch segment {
                case .text(let piece): text += piece
                case .expression(let expression):
                    switch expression.shown(activation, words: nil) {
                    case .text(let shown): text += bounded(shown)
                    case .missing, .failed:
                        guard pay(0, at: cursor.path) else { return nil }
                        report(
                            "expected a key from `\(expression.source)`, found none",
                            at: cursor.path, remedy: Self.remedy(for: expression, of: item))
                        return nil
                    }
                }
            }
            guard text.unicodeScalars.count <= RenderLimits.textCodePointsMax else {
                report(
                    "expected at most \(RenderLimits.textCodePointsMax) characters for each element",
                    at: cursor.path)
                return nil
            }
            guard pay(RenderLimits.rowSteps + text.utf8.count / 8, at: cursor.path) else {
                return nil
            }
            texts.append(text)
        }
        return texts
    }

    /// The key of the element that `item.nme` was probably meant to name.
    private static func remedy(for expression: CompiledExpression, of item: Value?) -> String? {
        guard case .map(let map)? = item,
            let dot = expression.source.unicodeScalars.lastIndex(of: ".")
        else { return nil }
        let keys = map.keys.compactMap { key in
            if case .string(let text) = key { text } else { nil }
        }
        let written = String(expression.source.unicodeScalars[dot...].dropFirst())
        return Spelling.nearest(to: written, among: keys).map { "did you mean `item.\($0)`?" }
            ?? "the element has " + keys.map { "`\($0)`" }.joined(separator: ", ")
    }

    private mutating func compile(
        _ source: String, offset: Int, at path: JSONPath, _ scope: ExpressionScope
    ) -> CompiledExpression? {
        let vocabulary = vocabulary
        return compile(source, offset: offset, at: path, in: environment(scope)) { finding in
            vocabulary.remedy(for: finding, in: source, scope)
        }
    }

    /// Compiles an expression and reports what is wrong with it.
    ///
    /// - Parameters:
    ///   - offset: where it begins in the text at `path`, in code points.
    ///   - remedy: the remedy for a mistake, if the caller knows more than the language.
    /// - Returns: the expression; nil if something was reported.
    mutating func compile(
        _ source: String, offset: Int, at path: JSONPath, in environment: Environment,
        remedy: (CompileError.Finding) -> String?
    ) -> CompiledExpression? {
        // Further mistakes would not be reported, and each may take long to find.
        guard findings.count < RenderLimits.findingsMax,
            pay(source.utf8.count, at: path)
        else {
            return nil
        }
        if source.hasPart("//") {
            noteComments(
                CommentedExpression(
                    source: source, path: path, offset: offset, environment: environment))
        }
        do {
            let program = try environment.compile(source)
            for function in program.functions { use(.function(function)) }
            return CompiledExpression(source: source, program: program)
        } catch {
            for finding in error.findings {
                report(
                    DescriptionFinding(
                        path: path, offset: offset + finding.range.offset,
                        length: finding.range.length, message: finding.message,
                        remedy: remedy(finding) ?? finding.remedy,
                        unknown: finding.unknown.map { .name($0.text) }))
            }
            return nil
        }
    }
}
