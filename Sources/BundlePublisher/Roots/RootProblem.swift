/// Why the next root cannot be made.
package enum RootProblem: Equatable, Sendable {
    /// Another root waits for signatures.
    case waiting(path: String)
    /// No root waits for signatures.
    case notWaiting(path: String)
    /// The root has the key already.
    case hasKey
    /// Fewer keys would be left than must sign.
    case tooFewKeys(count: Int, threshold: Int)
    /// The threshold is less than one or more than there are keys.
    case thresholdOutOfRange(Int, keys: Int)
    /// The threshold is the same as before.
    case thresholdUnchanged(Int)
}
