import BundleFormat
import Glibc
import TUF

/// The self-tests of one poll: a process for each bundle, so that one which hangs or crashes holds back its
/// own year alone; as many at once as there are processors.
final class SelfTestRun {
    private let test: SelfTest
    private let isCancelled: () -> Bool
    private var waiting: [(year: BundleYear, folder: String)] = []
    private var running: [BundleYear: ConfinedProcess] = [:]
    /// What stands against a year; nothing for one that passed.
    private(set) var failed: [BundleYear: AgentError] = [:]

    /// Processes at once: more would only take the time limit from each other.
    private static let runningMax = max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))

    /// Begins without a bundle.
    ///
    /// - Parameters:
    ///   - test: what bundles have to pass.
    ///   - isCancelled: asked several times a second; true ends them all.
    init(_ test: SelfTest, isCancelled: @escaping () -> Bool) {
        self.test = test
        self.isCancelled = isCancelled
    }

    /// Adds a bundle; its test begins as soon as there is a processor for it.
    ///
    /// - Parameters:
    ///   - year: its season.
    ///   - folder: where it is, until ``finish()`` returns.
    func add(_ year: BundleYear, _ folder: String) {
        waiting.append((year, folder))
        look()
    }

    /// Looks after what runs and starts what waits, without waiting itself.
    func look() {
        let isOver = isCancelled()
        for (year, process) in running {
            process.look(isCancelled: isOver)
            guard let end = process.end else { continue }
            running[year] = nil
            note(year) { () throws(AgentError) in try test.judge(end) }
        }
        while running.count < Self.runningMax, !waiting.isEmpty {
            let (year, folder) = waiting.removeFirst()
            note(year) { () throws(AgentError) in
                guard !isOver else { throw .update(.transfer(.cancelled)) }
                running[year] = try test.start(folder)
            }
        }
    }

    /// Waits until all have ended.
    func finish() {
        look()
        while !running.isEmpty {
            ConfinedProcess.wait(for: Array(running.values))
            look()
        }
    }

    private func note(_ year: BundleYear, _ body: () throws(AgentError) -> Void) {
        do throws(AgentError) {
            try body()
        } catch {
            failed[year] = error
        }
    }
}
