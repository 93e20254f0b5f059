import Testing

@testable import CEL

/// An expression and what it is to give, as ``Value/shown`` writes it, or a part of its error.
struct Case: CustomTestStringConvertible, Sendable {
    let source: String
    let expected: String
    let variables: [String: Value]

    init(_ source: String, _ expected: String, _ variables: [String: Value] = [:]) {
        self.source = source
        self.expected = expected
        self.variables = variables
    }

    var testDescription: String { source.isEmpty ? "(empty)" : String(source.prefix(100)) }

    /// What the expression gives: `value`, `error <column>: <message>`, or `refused <column>: …`.
    var outcome: String {
        do {
            let program = try Environment(variables: Array(variables.keys)).compile(source)
            do {
                return try program.evaluate(variables).shown
            } catch {
                return "error \(error.range.offset + 1): \(error.message)"
            }
        } catch {
            return error.findings.map { finding in
                "refused \(finding.range.offset + 1)+\(finding.range.length): \(finding.message)"
                    + (finding.remedy.map { "; \($0)" } ?? "")
            }.joined(separator: "\n")
        }
    }

    /// Compares the outcome by code point.
    func check(_ location: SourceLocation = #_sourceLocation) {
        let outcome = outcome
        #expect(
            outcome.utf8.elementsEqual(expected.utf8), "found \(outcome)",
            sourceLocation: location)
    }
}
