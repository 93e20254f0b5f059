import BundlePublisher
import JSON
import SeasonAuthoring
import Text

/// Diagnostics in the form that GitHub's workflows read from a job's output.
///
/// GitHub shows each at its line in a pull request.
enum GitHubAnnotations {
    /// One workflow command on each line; empty for none.
    static func text(_ diagnostics: [Diagnostic]) -> String {
        diagnostics.inReadingOrder().map(line).joined(separator: "\n")
    }

    private static func line(_ diagnostic: Diagnostic) -> String {
        let command =
            switch diagnostic.severity {
            case .error: "error"
            case .warning: "warning"
            case .note: "notice"
            }
        var properties = "file=\(property(diagnostic.file))"
        if let place = diagnostic.place {
            properties += ",line=\(place.position.line),col=\(place.position.column)"
            properties += ",endColumn=\(place.position.column + place.length)"
        }
        let parts =
            [diagnostic.message] + diagnostic.detail + (diagnostic.remedy.map { ["→ \($0)"] } ?? [])
        return "::\(command) \(properties)::\(message(parts))"
    }

    /// A message of several lines in the form of a workflow command.
    static func message(_ lines: [String]) -> String {
        lines.map { PlainText.line($0).replacing("%", with: "%25") }.joined(separator: "%0A")
    }

    /// A property's value in the form of a workflow command.
    static func property(_ text: String) -> String {
        message([text]).replacing(":", with: "%3A").replacing(",", with: "%2C")
    }
}
