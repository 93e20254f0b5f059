import JSON
import Text

/// Shows diagnostics as a compiler does: `file:line:column: error: …`, the line, a caret, the remedy.
package struct DiagnosticPrinter {
    /// Whether the text may hold colours, for a terminal.
    package var colour: Bool

    package init(colour: Bool) { self.colour = colour }

    /// The diagnostics in reading order and their count, ending with a newline; empty for none.
    package func text(_ diagnostics: [Diagnostic]) -> String {
        guard !diagnostics.isEmpty else { return "" }
        var lines: [String] = []
        for diagnostic in diagnostics.inReadingOrder().prefix(AuthoringLimits.diagnosticsShownMax) {
            lines += self.lines(diagnostic)
        }
        lines.append(summary(diagnostics))
        return lines.joined(separator: "\n") + "\n"
    }

    /// The lines of one diagnostic, without a newline at the end.
    package func block(_ diagnostic: Diagnostic) -> String {
        lines(diagnostic).joined(separator: "\n")
    }

    private func summary(_ diagnostics: [Diagnostic]) -> String {
        let files = Set(diagnostics.map(\.file)).count
        let hidden = diagnostics.count - AuthoringLimits.diagnosticsShownMax
        let mistakes = diagnostics.mistakesCount
        let warnings = diagnostics.warningsCount
        let notes = diagnostics.count - mistakes - warnings
        let counts = [(mistakes, "error"), (warnings, "warning"), (notes, "note")]
            .filter { $0.0 > 0 }.map { counted($0.0, $0.1) }
        let all = counts.dropLast().joined(separator: ", ")
        return
            "\(all.isEmpty ? "" : "\(all) and ")\(counts.last ?? "") in \(counted(files, "file"))"
            + (hidden > 0 ? ", \(hidden) of them not shown" : "")
    }

    private func lines(_ diagnostic: Diagnostic) -> [String] {
        let position = diagnostic.place.map { ":\($0.position.line):\($0.position.column)" } ?? ""
        let heading =
            bold(visible(diagnostic.file) + position + ": ")
            + severity(diagnostic)
            + bold(visible(diagnostic.message))
        var lines = [heading]
        if let place = diagnostic.place { lines += excerpt(place) }
        lines += diagnostic.detail.map { "    " + visible($0) }
        if let remedy = diagnostic.remedy { lines.append("    " + bold("→ ") + visible(remedy)) }
        return lines
    }

    private func severity(_ diagnostic: Diagnostic) -> String {
        switch diagnostic.severity {
        case .error: red("error: ")
        case .warning: magenta("warning: ")
        case .note: bold("note: ")
        }
    }

    /// The source line and the caret under it; a long line is cut around the caret.
    private func excerpt(_ place: Diagnostic.Place) -> [String] {
        let scalars = Array(place.line.unicodeScalars)
        let column = min(place.position.column - 1, scalars.count)
        let first = max(0, min(column - 60, scalars.count - AuthoringLimits.sourceLineShownMax))
        let last = min(scalars.count, first + AuthoringLimits.sourceLineShownMax)
        // Spelling out may lengthen what stands before the caret; a tab takes one column.
        let margin = String(repeating: " ", count: visible(scalars[first..<column]).count)
        let length = max(1, min(place.length, last - column))
        let marked = max(1, visible(scalars[column..<column + min(length, last - column)]).count)
        let caret = "^" + String(repeating: "~", count: marked - 1)
        let line = String(String.UnicodeScalarView(visible(scalars[first..<last])))
        return ["    " + line, "    " + margin + green(caret)]
    }

    /// A piece of a source line, harmless; tabs become spaces.
    private func visible(_ scalars: ArraySlice<Unicode.Scalar>) -> [Unicode.Scalar] {
        let piece = String(String.UnicodeScalarView(scalars.map { $0 == "\t" ? " " : $0 }))
        return Array(PlainText.line(piece).unicodeScalars)
    }

    private func visible(_ text: String) -> String { PlainText.line(text) }

    private func bold(_ text: String) -> String { styled(text, "1") }
    private func red(_ text: String) -> String { styled(text, "1;31") }
    private func magenta(_ text: String) -> String { styled(text, "1;35") }
    private func green(_ text: String) -> String { styled(text, "1;32") }
    private func styled(_ text: String, _ code: String) -> String {
        colour ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
    }
}
