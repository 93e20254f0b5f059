import PlainText

/// Why a configuration cannot be used: every mistake in it, each with its place and the remedy.
struct ConfigurationError: Error, Equatable, CustomStringConvertible {
    /// The sentences.
    let problems: [String]

    /// Keeps the sentences.
    init(_ problems: [String]) {
        self.problems = problems
    }

    /// All of them, a line each.
    var description: String { problems.map(PlainText.line).joined(separator: "\n") }
}
