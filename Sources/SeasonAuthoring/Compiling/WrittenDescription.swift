import BreakdownRenderer
import JSON
import YAML

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

    package func diagnostic(
        _ message: String, at path: JSONPath, remedy: String? = nil, isWarning: Bool = false
    ) -> Diagnostic {
        Diagnostic(
            file: self.path, place: source.place(document.span(ofValueAt: path)), message: message,
            remedy: remedy, isWarning: isWarning)
    }

    /// The diagnostic for a finding in the tree.
    ///
    /// - Parameters:
    ///   - isAboutKey: whether a member's key is wrong, not its value.
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
        return document.isTextInBraces(at: path)
            ? "text that starts with { needs quotes around it" : nil
    }

    /// The warnings that the YAML gives reason for, whatever the description says.
    ///
    /// `label: Ship #1` is the label Ship and a comment. A comment that is meant as one is set apart by spaces.
    package var warnings: [Diagnostic] {
        comments.map {
            var warning = source.diagnostic(
                "the text after this # is a comment, so it is not shown", at: $0.position,
                remedy: Self.remedyForComment)
            warning.isWarning = true
            return warning
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
    package func diagnosed(_ errors: DescriptionErrors) -> DiagnosedError {
        let diagnostics =
            RepeatedNames.merge(errors.findings, in: json).map { finding, repeats in
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
