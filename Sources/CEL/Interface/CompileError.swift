/// Why an expression cannot be compiled: all mistakes in it.
public struct CompileError: Error, Equatable, CustomStringConvertible {
    /// One mistake in an expression.
    public struct Finding: Equatable, Sendable, CustomStringConvertible {
        /// What was expected and what was found.
        public let message: String
        /// The wrong part of the expression.
        public let range: SourceRange
        /// What to do about it, if that is known: `did you mean 'autoPoints'?`.
        public let remedy: String?
        /// The name in `range` that is not defined; nil for every other mistake.
        package let unknownName: String?

        /// Place, message and remedy in one line; the place counts from 1.
        public var description: String {
            "column \(range.offset + 1): \(message)" + (remedy.map { "; \($0)" } ?? "")
        }
    }

    /// The mistakes, in the order of the text; never empty.
    public let findings: [Finding]

    /// All mistakes, one on each line.
    public var description: String {
        findings.map { $0.description }.joined(separator: "\n")
    }
}

extension CompileError {
    /// Makes an error with one mistake.
    init(_ message: String, at range: SourceRange, remedy: String? = nil) {
        findings = [Finding(message: message, range: range, remedy: remedy, unknownName: nil)]
    }
}
