/// A macro that looks at each element of a list or entry of a map.
struct Comprehension: Sendable {
    /// What becomes of the elements.
    enum Form: Sendable {
        case all, exists, existsOne
        /// Makes a list of the elements for which `body` is true.
        case filter
        /// Makes a list of what `body` gives.
        case list
        /// Makes a map with the same keys (for lists: indices) and what `body` gives.
        case map
        /// Makes a map of the entries in the maps that `body` gives.
        case mapEntries
    }

    let form: Form
    /// The list or map.
    let range: Expression
    /// The element's or key's name; with a second variable the index's or key's.
    let variable: Expression.Name
    /// The value's name, where the macro has two variables.
    let secondVariable: Expression.Name?
    /// Which elements count, where the macro has such an argument.
    let filter: Expression?
    let body: Expression

    var depthBelow: Int { max(range.depth, filter?.depth ?? 0, body.depth) }
}
