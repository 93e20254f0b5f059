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
        /// What `range` names and nothing defines; nil for every other mistake.
        package let unknown: UnknownName?

        /// Place, message and remedy in one line; the place counts from 1.
        public var description: String {
            "column \(range.offset + 1): \(message)" + (remedy.map { "; \($0)" } ?? "")
        }
    }

    /// A name that is not defined.
    package enum UnknownName: Equatable, Sendable {
        case variable(String)
        case function(String)

        package var text: String {
            switch self {
            case .variable(let text), .function(let text): text
            }
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
    init(_ message: String, at range: SourceRange, remedy: String? = nil) {
        findings = [Finding(message: message, range: range, remedy: remedy, unknown: nil)]
    }
}

/// A part of an expression's text, counted in code points from its start.
public struct SourceRange: Hashable, Sendable {
    /// The first code point, from 0.
    public let offset: Int
    /// How many code points; 0 means a place between two code points.
    public let length: Int

    /// Makes a range.
    public init(offset: Int, length: Int) {
        self.offset = offset
        self.length = length
    }

    /// The code point after the last.
    public var end: Int { offset + length }

    func union(_ other: SourceRange) -> SourceRange {
        let start = min(offset, other.offset)
        return SourceRange(offset: start, length: max(end, other.end) - start)
    }
}
