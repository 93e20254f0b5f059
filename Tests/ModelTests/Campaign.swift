import Foundation
import Synchronization

/// Many histories, one after the other on each core.
final class Campaign: Sendable {
    /// A break, and the shortest history that shows it.
    struct Found: CustomStringConvertible, Sendable {
        let broken: Break
        let history: History

        var description: String {
            "\(broken)\n    at step \(broken.step) of: \(history.text)\n    again with: "
                + "MODEL_SEED=\(history.seed) MODEL_HISTORY='\(history.text)' "
                + "swift test --filter ModelTests"
        }
    }

    /// What came of it.
    struct Result: Sendable {
        var histories = 0
        var steps = 0
        /// A few of each rule.
        var found: [Found] = []
        /// How often each rule was seen broken.
        var counts: [Rule: Int] = [:]
        var seconds = 0.0
        fileprivate var nextSeed: UInt64
        /// When a line was printed last, in seconds.
        fileprivate var printedAt = 0.0

        var summary: String {
            let breaks = counts.sorted { $0.key.rawValue < $1.key.rawValue }
                .map { "  \($0.value) × \($0.key.rawValue)\n" }.joined()
            return "model: \(histories) histories with \(steps) steps in \(Int(seconds)) s, "
                + "\(counts.values.reduce(0, +)) broke a rule\n\(breaks)"
        }
    }

    /// Short histories of one rule that are looked for: one is enough to mend it.
    private static let foundMax = 2

    private let start = ContinuousClock.now
    private let lastSeed: UInt64?
    private let minutes: Double?
    private let result: Mutex<Result>

    /// Begins at a seed, for so many histories, or for some minutes.
    init(firstSeed: UInt64, count: Int, minutes: Double?) {
        lastSeed = minutes == nil ? firstSeed + UInt64(count) : nil
        self.minutes = minutes
        result = Mutex(Result(nextSeed: firstSeed))
    }

    /// Runs the histories.
    func run() async -> Result {
        await withTaskGroup(of: Void.self) { group in
            for worker in 0..<ProcessInfo.processInfo.activeProcessorCount {
                group.addTask { self.work("worker-\(worker)") }
            }
        }
        return result.withLock { $0 }
    }

    private func work(_ place: String) {
        func firstBreak(_ history: History) -> Break? {
            do {
                return try Run(history, in: place).firstBreak()
            } catch {
                return Break(.failed, "\(error)")
            }
        }
        while let seed = nextSeed() {
            let history = History(seed: seed)
            let broken = firstBreak(history)
            guard count(history, broken), let broken else { continue }
            let short = Shrinker.shrink(history) { firstBreak($0)?.rule == broken.rule }
            let found = Found(broken: firstBreak(short) ?? broken, history: short)
            result.withLock { $0.found.append(found) }
            // A run of hours may be ended before its time.
            if minutes != nil { print("model: \(found)") }
        }
    }

    /// The seed of the next history; nil where it is enough.
    private func nextSeed() -> UInt64? {
        result.withLock { result in
            result.seconds = Double((ContinuousClock.now - start) / .milliseconds(1)) / 1_000
            if let minutes, result.seconds >= minutes * 60 { return nil }
            if let lastSeed, result.nextSeed >= lastSeed { return nil }
            result.nextSeed += 1
            return result.nextSeed - 1
        }
    }

    /// Counts a history.
    private func count(_ history: History, _ broken: Break?) -> Bool {
        result.withLock { result in
            result.histories += 1
            result.steps += history.steps.count
            if minutes != nil, result.seconds - result.printedAt > 60 {
                result.printedAt = result.seconds
                print("model: \(result.histories) histories in \(Int(result.seconds)) s")
            }
            guard let broken else { return false }
            result.counts[broken.rule, default: 0] += 1
            return result.counts[broken.rule, default: 0] <= Self.foundMax
        }
    }
}
