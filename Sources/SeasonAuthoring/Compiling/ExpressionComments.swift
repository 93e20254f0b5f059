import BreakdownRenderer
import CEL
import JSON

/// Comments in a description's expressions that leave out what their author means to compute.
struct ExpressionComments {
    /// Comments that go on over the lines below, because YAML joins the lines.
    private(set) var mistakes: [Diagnostic] = []
    /// The texts with such comments; their other mistakes follow from these.
    private(set) var paths: [JSONPath] = []
    /// Comments that look like a part of the expression: `autoPoints // 2`.
    private(set) var warnings: [Diagnostic] = []

    /// Looks at the comments of a description.
    init(_ written: WrittenDescription, of subject: Subject) {
        guard written.mayHaveExpressionComments else { return }
        var seen: [(JSONPath, Int)] = []
        for expression in Description.commented(written.json, of: subject) {
            // The elements of an `each` have one text.
            let place = (expression.path, expression.offset)
            guard !seen.contains(where: { $0 == place }) else { continue }
            seen.append(place)
            for comment in Environment.comments(in: expression.source) {
                check(comment, of: expression, in: written)
            }
        }
    }

    private mutating func check(
        _ comment: SourceRange, of expression: CommentedExpression, in written: WrittenDescription
    ) {
        let (path, offset) = (expression.path, expression.offset + comment.offset)
        let lines = written.lines(ofTextAt: path, offset: offset, length: comment.length)
        let lost = lines.dropFirst().first { line in
            let text = line.text.drop { $0 == " " }
            return !text.isEmpty && !text.hasPrefix("//")
        }
        if let lost {
            let place = written.span(ofTextAt: path, offset: offset, length: lines[0].text.count)
            mistakes.append(
                Diagnostic(
                    file: written.path, place: place,
                    message:
                        "expected a comment to end with its line, found that YAML joins it with "
                        + "line \(lost.start.line), which is not computed",
                    remedy: "write the comment above the key, after a #"))
            paths.append(path)
            return
        }
        let text = expression.source.unicodeScalars.dropFirst(comment.offset + 2)
            .prefix(max(0, comment.length - 2))
        guard (try? expression.environment.compile(String(Substring(text)))) != nil else { return }
        warnings.append(
            Diagnostic(
                file: written.path,
                place: written.span(ofTextAt: path, offset: offset, length: comment.length),
                message: "the text after // is a comment, so it is not computed",
                remedy: "write / to divide; write a comment above the key, after a #",
                isWarning: true))
    }
}
