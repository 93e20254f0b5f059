import Text

/// Why a configuration, or one setting, cannot be used: every mistake, each with the remedy.
struct ConfigurationError: Error, Equatable, CustomStringConvertible {
    let problems: [String]

    init(_ problems: [String]) { self.problems = problems }

    init(_ problem: String) { problems = [problem] }

    /// All of them, a line each.
    var description: String { problems.map(PlainText.line).joined(separator: "\n") }
}
