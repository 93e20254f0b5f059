/// How long the agent waits before it tries a failed bundle again.
extension Trial {
    /// The wait after the first failure; usually one poll is skipped.
    package static let firstSeconds: Int64 = 15 * 60
    /// The longest wait: a bundle that works after a repair elsewhere is tried within two weeks.
    package static let maxSeconds: Int64 = 14 * 86_400

    /// The wait after some failures; it doubles with each of them.
    package static func seconds(failures: Int) -> Int64 {
        // Eleven doublings of a quarter of an hour are three weeks.
        min(firstSeconds << Int64(min(max(failures, 1) - 1, 11)), maxSeconds)
    }

    /// The longest pause after interruptions: a machine that has memory again serves the season within a day.
    package static let interruptedMaxSeconds: Int64 = 86_400

    /// The pause after some interruptions: none after the first; then it doubles with each of them.
    package static func seconds(interruptions: Int) -> Int64 {
        interruptions < 2
            ? 0 : min(seconds(failures: interruptions - 1), interruptedMaxSeconds)
    }
}
