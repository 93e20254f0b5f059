import Foundation
import Synchronization

/// Work without a limit, ended for the test: one that regresses fails at once and does not hang.
enum Deadline {
    /// Seconds: many times what any of them takes, also where eight builds share the processors.
    private static let seconds = 300.0
    /// Whether one has run out of time: it works on, so the others would, too.
    private static let isOver = Mutex(false)

    /// What a work gives; nil when it takes too long, or another one has.
    static func value<Value: Sendable>(_ work: @escaping @Sendable () -> Value) -> Value? {
        guard !isOver.withLock({ $0 }) else { return nil }
        let result = Result<Value>()
        let thread = Thread { result.finish(work()) }
        thread.stackSize = 8 << 20
        thread.start()
        let value = result.wait(until: Date(timeIntervalSinceNow: seconds))
        if value == nil { isOver.withLock { $0 = true } }
        return value
    }

    private final class Result<Value: Sendable>: @unchecked Sendable {
        private let condition = NSCondition()
        private var value: Value?

        func finish(_ value: Value) {
            condition.lock()
            self.value = value
            condition.broadcast()
            condition.unlock()
        }

        func wait(until end: Date) -> Value? {
            condition.lock()
            defer { condition.unlock() }
            while value == nil, condition.wait(until: end) {}
            return value
        }
    }
}
