/// How long the first poll of a machine may take before what is inside the program is served meanwhile.
package final class Patience {
    /// Long enough for a good network, short enough for a person who waits for the first table.
    package static let standard = Duration.seconds(1)

    private let limit: Duration?
    private var deadline: ContinuousClock.Instant?

    /// Waits for nothing yet.
    ///
    /// - Parameter limit: from ``begin()`` on; nil to wait however long it takes.
    package init(limit: Duration? = standard) {
        self.limit = limit
    }

    /// Begins to wait.
    package func begin() { deadline = limit.map { .now + $0 } }

    /// From now on nothing is hurried any more.
    package func end() { deadline = nil }

    /// Whether it was begun and is over.
    package var isOver: Bool { deadline.map { ContinuousClock.now >= $0 } ?? false }
}
