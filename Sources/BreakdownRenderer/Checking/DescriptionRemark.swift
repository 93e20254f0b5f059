import JSON

/// What the examples speak against in a description that is otherwise right.
public struct DescriptionRemark: Equatable, Sendable {
    /// What it is, where it stands and what helps.
    public let finding: DescriptionFinding
    /// Whether it may well be right: examples do not show everything.
    public let isWarning: Bool
    /// Whether it is about a member's key rather than its value.
    public let isAboutKey: Bool
}

extension Description {
    /// Compares a description with examples of what it describes: misspelt fields and words, and
    /// kinds of values that do not go together.
    ///
    /// Nothing is said about what no example shows in any way. A field that no example has is an
    /// error, but where the author asks whether it is there (`needs`, `unless`, `has()`, `.?`,
    /// `in`) it is a warning, once, and whatever depends on the answer may use it.
    ///
    /// - Parameters:
    ///   - json: the tree, as ``decode(_:of:)`` has accepted it.
    ///   - subject: what it describes.
    ///   - evidence: the examples.
    /// - Returns: what they speak against, in the order of the tree.
    public static func remarks(
        on json: JSON, of subject: Subject, against evidence: Evidence
    ) -> [DescriptionRemark] {
        let check = DescriptionCheck(subject: subject, evidence: evidence)
        check.checkDescription(JSONCursor(json))
        return check.remarks
    }
}
