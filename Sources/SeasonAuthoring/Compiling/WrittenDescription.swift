import BreakdownRenderer
import JSON
import YAML

/// A description as its author wrote it: its tree, and the place of each part in the file.
package struct WrittenDescription: Sendable {
    private let source: SourceText
    private let document: YAMLDocument

    /// The file, as the author would name it.
    package var path: String { source.path }
    /// The tree.
    package var json: JSON { document.json }

    /// Reads the YAML.
    ///
    /// - Parameter file: the file.
    /// - Throws: ``DiagnosedError`` if it is no YAML of the format.
    package init(_ file: SourceFile) throws(DiagnosedError) {
        source = try SourceText(path: file.path, bytes: file.bytes)
        do throws(DiagnosedError) {
            document = try YAMLDocument(source)
        } catch {
            throw DiagnosedError(Lookalikes.explain(error.diagnostics, in: source))
        }
    }

    /// A diagnostic about the value at a path.
    package func diagnostic(_ message: String, at path: JSONPath) -> Diagnostic {
        Diagnostic(
            file: self.path, place: source.place(document.span(ofValueAt: path)), message: message)
    }

    /// The diagnostic for a finding in the tree.
    ///
    /// - Parameters:
    ///   - finding: what is wrong and where in the tree.
    ///   - isAboutKey: whether a member's key is wrong, not its value.
    /// - Returns: the finding with its place in the file.
    package func diagnostic(_ finding: DescriptionFinding, isAboutKey: Bool = false) -> Diagnostic {
        let span =
            if let offset = finding.offset {
                document.span(
                    ofTextAt: finding.path, offset: offset, length: finding.length ?? 1)
            } else if isAboutKey {
                document.span(ofKeyAt: finding.path)
            } else {
                document.span(ofValueAt: finding.path)
            }
        return Diagnostic(
            file: path, place: source.place(span), message: finding.message,
            remedy: finding.remedy ?? (isAboutKey ? nil : remedyForBraces(at: finding.path)))
    }

    /// The remedy for `text: {a}`, which is a mapping in YAML; the author means text.
    private func remedyForBraces(at path: JSONPath) -> String? {
        document.isTextInBraces(at: path) ? "text that starts with { needs quotes around it" : nil
    }

    /// The mistakes of decoding, each with its place in the file.
    package func diagnosed(_ errors: DescriptionErrors) -> DiagnosedError {
        let diagnostics =
            RepeatedNames.merge(errors.findings, in: json).map { finding, repeats in
                var diagnostic = diagnostic(
                    finding, isAboutKey: finding.message.hasPrefix("unknown key"))
                if repeats > 0 {
                    let places = repeats == 1 ? "1 more place" : "\(repeats) more places"
                    diagnostic.remedy =
                        (diagnostic.remedy.map { "\($0); " } ?? "")
                        + "the same name stands in \(places)"
                }
                return diagnostic
            }
        return DiagnosedError(Lookalikes.explain(diagnostics, in: source))
    }
}
