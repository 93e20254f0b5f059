import BundleFormat

/// A decision with its reason, for `log` and `status`.
package struct ExplainedDecision: Equatable, Sendable {
    package let line: DecisionLine
    /// What a person wrote behind the line; empty if nothing.
    package let reason: String
    /// Whether no later line of its kind is about the same content.
    package let counts: Bool

    /// The decision with short versions: `rollback c9e384aa01b2 to afd276aa01b2`.
    package var words: String { line.words(\.short) }
}

extension DecisionsFile.Content {
    package var forPeople: [ExplainedDecision] {
        decisions.lines.reversed().map {
            ExplainedDecision(line: $0, reason: reasons[$0] ?? "", counts: decisions.counts($0))
        }
    }
}
