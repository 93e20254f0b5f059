import CEL

/// A name for an expression of a description; none uses itself, directly or through others.
struct NamedValue: Sendable {
    let name: String
    let expression: Expression
    /// Whether it depends on the element of `each`, directly or through others.
    let usesItem: Bool
    /// Whether it depends on the side, directly or through others.
    let usesSide: Bool
}
