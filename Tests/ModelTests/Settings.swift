import Foundation
import Testing

/// What the environment asks of the model.
enum Settings {
    private static let variables = ProcessInfo.processInfo.environment

    /// Histories of one run of all tests; `make model-test` runs as many as its time allows.
    private static let countStandard = 20

    /// How many histories are run.
    static var count: Int { variables["MODEL_HISTORIES"].flatMap { Int($0) } ?? countStandard }
    /// How long histories are run, instead of a number; nil for the number.
    static var minutes: Double? { variables["MODEL_MINUTES"].flatMap { Double($0) } }
    /// The first seed.
    static var seed: UInt64? { variables["MODEL_SEED"].flatMap { UInt64($0) } }
    /// The one history that is to be run again; nil for many.
    static func history() throws -> History? {
        guard let text = variables["MODEL_HISTORY"] else { return nil }
        var history = try #require(History(text), "MODEL_HISTORY: expected steps")
        history.seed = seed ?? 0
        return history
    }
}
