/// A macro over the elements of a list or the keys of a map.
struct Comprehension: Sendable {
    /// What the macro makes from the elements.
    enum Form: Sendable {
        case all, exists, existsOne
        /// Makes a list of the elements for which `body` is true.
        case filter
        /// Makes a list of what `body` gives.
        case map
    }

    let form: Form
    /// The list or map.
    let range: Expression
    /// The name of the element or key.
    let variable: Expression.Name
    /// The condition that chooses elements, if the macro has such an argument.
    let filter: Expression?
    let body: Expression

    var depthBelow: Int { max(range.depth, filter?.depth ?? 0, body.depth) }
}
