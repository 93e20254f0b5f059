/// Promises that the programs do not keep yet, each with the reason; breaks of them are counted and not
/// held against anybody. `MODEL_STRICT=1` holds them.
extension Promise {
    static let notKeptYet: [Promise: String] = [
        .recalledStaysRecalled: "a rotation of the online key forgets recalls",
        .rolledBackStaysBack: "a rotation of the online key forgets rollbacks",
        .stoppedIsStopped: "machines with a configured wave follow after a stop",
        .rotationIsWhole: "a rotation may be refused after it has written the root",
        .recoveryWorks: "a thief's recalls of our contents block a publish",
        .thiefIsForgotten: "machines keep what a replaced key has signed",
        .checkDependsOnContent: "the cache does not know an alias's target",
        .remedyWorks: "some remedies lead nowhere",
        .commandIsDone: "found by the model, being mended",
        .killedIsRepeated: "found by the model, being mended",
        .everyoneFollows: "found by the model, being mended",
        .nothingHappened: "found by the model, being mended",
        .publishVerifies: "found by the model, being mended",
        .noMix: "found by the model, being mended",
    ]
}
