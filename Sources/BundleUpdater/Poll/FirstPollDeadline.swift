/// How long a machine's first poll may take before the embedded bundles are served meanwhile.
package final class FirstPollDeadline {
    /// Long enough for a good network, short enough for a person who waits for the first table.
    package static let standard = Duration.seconds(1)

    private let limit: Duration?
    private var deadline: ContinuousClock.Instant?

    /// Makes a deadline that has not begun.
    package init(limit: Duration? = standard) {
        self.limit = limit
    }

    /// Begins to count the time.
    package func begin() { deadline = limit.map { .now + $0 } }

    /// Ends the limit: from now on nothing is cut short.
    package func end() { deadline = nil }

    /// Whether the time has begun and is over.
    package var isOver: Bool { deadline.map { ContinuousClock.now >= $0 } ?? false }
}
