/// Why an expression cannot be compiled: everything that was found wrong with it.
public struct CompileError: Error, Equatable, CustomStringConvertible {
    /// One thing wrong with an expression.
    public struct Finding: Equatable, Sendable, CustomStringConvertible {
        /// What was expected and what came.
        public let message: String
        /// The part of the expression that is wrong.
        public let range: SourceRange
        /// What to do about it, where that is known: `did you mean 'autoPoints'?`.
        public let remedy: String?

        /// Place, message and remedy in one line; the place counts from 1.
        public var description: String {
            "column \(range.offset + 1): \(message)" + (remedy.map { "; \($0)" } ?? "")
        }
    }

    /// What was found, in the order of the text; never empty.
    public let findings: [Finding]

    /// All findings, a line each.
    public var description: String {
        findings.map(\.description).joined(separator: "\n")
    }
}

extension CompileError {
    /// One finding.
    init(_ message: String, at range: SourceRange, remedy: String? = nil) {
        findings = [Finding(message: message, range: range, remedy: remedy)]
    }
}
