import JSON

/// What is wrong with a publisher's home.
package enum HomeProblem: Equatable, Sendable {
    /// The metadata folder has no first root.
    case noRoot(metadata: String)
    /// Another command changes keys or roots.
    case busy(path: String)
    /// Something is there already where a home should be made.
    case occupied(path: String)
    /// The record of decisions is no JSON.
    case recordIsNoJSON(path: String, JSONError)
    /// The record of decisions has a wrong form.
    case recordIsDamaged(path: String, JSONShapeError)
    /// Another command writes the record of decisions.
    case recordIsBusy(path: String)
    /// The record of decisions has as many repositories as it may have.
    case recordIsFull(placesMax: Int)
}
