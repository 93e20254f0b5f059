/// What is wrong with a publisher's home.
package enum HomeProblem: Equatable, Sendable {
    /// The metadata folder has no first root.
    case noRoot(metadata: String)
    /// The home lacks the roots that the repository has.
    case rootsOnlyPublished(metadata: String, place: String)
    /// Another command changes keys or roots.
    case busy(path: String)
    /// Something is there already where a home should be made.
    case occupied(path: String)
}
