/// What is promised, in the words of docs/SECURITY.md and its neighbours.
enum Promise: String, CaseIterable, Sendable {
    case recalledStaysRecalled = "a recalled content stays recalled"
    case rolledBackStaysBack =
        "a rolled-back content is not offered again, except by new content or --again"
    case stoppedIsStopped = "a stopped rollout is stopped"
    case rotationIsWhole = "keys rotate-online finishes or does nothing"
    case recoveryWorks = "recovery from a theft always works"
    case thiefIsForgotten = "a machine forgets the thief"
    case checkDependsOnContent = "a check depends on content alone"
    case oneTroubleOneStatus = "one trouble, one exit status"
    case remedyWorks = "a remedy that a message names works"
    case neverOlder = "nothing older than a machine has"
    case noMix = "no mix of versions"
    case everyoneFollows = "every machine serves what the publisher means"
    case publishVerifies = "every publish verifies"
    case nothingHappened = "a command that failed has changed nothing"
    case commandIsDone = "a command does what it says"
    case killedIsRepeated = "power in the middle of a command: the same command again"
}

/// A promise that a history has broken.
struct Break: Error, Equatable, CustomStringConvertible {
    let promise: Promise
    /// What was seen.
    let detail: String
    /// The step at which it was seen, from 1; 0 for the quiet time behind the last one.
    var step = 0

    var description: String { "\(promise.rawValue): \(detail)" }

    init(_ promise: Promise, _ detail: String) {
        (self.promise, self.detail) = (promise, detail)
    }
}
