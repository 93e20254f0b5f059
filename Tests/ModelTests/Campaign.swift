import Foundation
import Synchronization

/// Many histories, one after the other on each core.
struct Campaign {
    let firstSeed: UInt64
    let count: Int
    /// Runs for so long instead of by number; nil for the number.
    let minutes: Double?
    /// Breaks to pass over, by words of their sentences.
    var passedOver: [String] = []

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
        var found: [Found] = []
        /// How often each promise was seen broken.
        var counts: [Promise: Int] = [:]
        var seconds = 0.0

        var summary: String {
            let breaks = counts.sorted { $0.key.rawValue < $1.key.rawValue }
                .map { "  \($0.value) × \($0.key.rawValue)\n" }.joined()
            return "model: \(histories) histories with \(steps) steps in \(Int(seconds)) s, "
                + "\(counts.values.reduce(0, +)) broke a promise\n\(breaks)"
        }
    }

    /// Runs the histories.
    ///
    /// - Parameter stage: what each begins with.
    /// - Returns: what was found, a few of each promise.
    func run(on stage: Stage) async -> Result {
        let ledger = Ledger(self)
        await withTaskGroup(of: Void.self) { group in
            for worker in 0..<ProcessInfo.processInfo.activeProcessorCount {
                group.addTask { work(ledger, stage, "worker-\(worker)") }
            }
        }
        return ledger.result
    }

    private func work(_ ledger: Ledger, _ stage: Stage, _ place: String) {
        while let seed = ledger.nextSeed() {
            let history = HistoryMaker.history(seed: seed)
            let broken = firstBreak(history, on: stage, place)
            guard ledger.note(history, broken), let broken else { continue }
            let short = Shrinker.shrink(history) {
                firstBreak($0, on: stage, place)?.promise == broken.promise
            }
            ledger.note(
                Found(broken: firstBreak(short, on: stage, place) ?? broken, history: short))
        }
    }

    private func firstBreak(
        _ history: History, on stage: Stage, _ place: String
    ) -> Break? {
        do {
            return try Run(
                history, on: stage, in: place, passingOver: passedOver
            ).firstBreak()
        } catch {
            return Break(.commandIsDone, "the test itself failed: \(error)")
        }
    }
}

/// What the cores of a campaign share.
final class Ledger: Sendable {
    /// Short histories of one promise that are looked for: one is enough to mend it.
    private static let foundMax = 2

    private let campaign: Campaign
    private let start = ContinuousClock.now
    private let state: Mutex<State>

    private struct State {
        var next: UInt64
        var result = Campaign.Result()
        /// When a line was printed last, in seconds.
        var told = 0.0
    }

    init(_ campaign: Campaign) {
        self.campaign = campaign
        state = Mutex(State(next: campaign.firstSeed))
    }

    private var seconds: Double { Double((ContinuousClock.now - start) / .milliseconds(1)) / 1_000 }

    /// What came of everything so far.
    var result: Campaign.Result {
        var result = state.withLock { $0.result }
        result.seconds = seconds
        return result
    }

    /// The seed of the next history; nil where it is enough.
    func nextSeed() -> UInt64? {
        let seconds = seconds
        return state.withLock { state in
            if let minutes = campaign.minutes {
                guard seconds < minutes * 60 else { return nil }
            } else if state.next >= campaign.firstSeed + UInt64(campaign.count) {
                return nil
            }
            state.next += 1
            return state.next - 1
        }
    }

    /// Counts a history.
    ///
    /// - Returns: whether its break is worth a shorter history.
    func note(_ history: History, _ broken: Break?) -> Bool {
        let seconds = seconds
        return state.withLock { state in
            state.result.histories += 1
            state.result.steps += history.steps.count
            if campaign.minutes != nil, seconds - state.told > 60 {
                state.told = seconds
                print("model: \(state.result.histories) histories in \(Int(seconds)) s")
            }
            guard let broken else { return false }
            let count = state.result.counts[broken.promise, default: 0] + 1
            state.result.counts[broken.promise] = count
            return count <= Self.foundMax
        }
    }

    /// Keeps a short history, and shows it at once: a run of hours may be ended before its time.
    func note(_ found: Campaign.Found) {
        state.withLock { $0.result.found.append(found) }
        if campaign.minutes != nil { print("model: \(found)") }
    }
}
