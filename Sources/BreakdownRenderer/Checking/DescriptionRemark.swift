import JSON

/// A finding that the examples contradict a description that is otherwise valid.
package struct DescriptionRemark: Equatable, Sendable {
    /// The finding, its place and the remedy.
    package let finding: DescriptionFinding
    /// Whether the description may be right; examples do not show everything.
    package let isWarning: Bool
    /// Whether it is about a member's key rather than its value.
    package let isAboutKey: Bool
}

extension Description {
    /// Compares a description with examples: finds misspelt fields and words, and values of kinds
    /// that do not fit together.
    ///
    /// It says nothing about what no example shows. A field that no example has is an error. If the
    /// author asks whether the field is there (`needs`, `unless`, `has()`, `.?`, `in`), it is one
    /// warning, and everything that depends on that condition may use the field.
    ///
    /// - Returns: the findings, in the order of the tree.
    package static func remarks(
        on json: JSON, of subject: Subject, against evidence: Evidence
    ) -> [DescriptionRemark] {
        DescriptionCheck.check(json, of: subject, against: evidence).remarks
    }
}
