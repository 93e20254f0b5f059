import BundleFormat
import Glibc
import TUF

/// The self-tests of one poll: a process for each bundle, so that one which hangs or crashes holds back its
/// own year alone; as many at once as there are processors, or memory for them.
package final class SelfTestRun {
    private let test: SelfTest
    private let isCancelled: () -> Bool
    private var waiting: [(year: BundleYear, folder: String)] = []
    private var running: [BundleYear: ConfinedProcess] = [:]
    /// What stands against a year; nothing for one that passed.
    package private(set) var failed: [BundleYear: AgentError] = [:]

    /// Tests at once.
    private let runningMax: Int

    /// Begins without a bundle.
    ///
    /// - Parameters:
    ///   - test: what bundles have to pass.
    ///   - memory: what is left of it.
    ///   - isCancelled: asked several times a second; true ends them all.
    package init(
        _ test: SelfTest, memory: SelfTestMemory.Facts = SelfTestMemory.Facts(),
        isCancelled: @escaping () -> Bool
    ) {
        self.test = test
        runningMax = SelfTestMemory.testsAtOnce(
            processors: sysconf(Int32(_SC_NPROCESSORS_ONLN)), memory)
        self.isCancelled = isCancelled
    }

    /// Adds a bundle; its test begins as soon as there is room for it.
    ///
    /// - Parameters:
    ///   - year: its season.
    ///   - folder: where it is, until ``finish()`` returns.
    package func add(_ year: BundleYear, _ folder: String) {
        waiting.append((year, folder))
        look()
    }

    /// Looks after what runs and starts what waits, without waiting itself.
    package func look() {
        let isOver = isCancelled()
        for (year, process) in running {
            process.look(isCancelled: isOver)
            guard let end = process.end else { continue }
            running[year] = nil
            note(year) { () throws(AgentError) in try test.judge(end) }
        }
        while running.count < runningMax, !waiting.isEmpty {
            let (year, folder) = waiting.removeFirst()
            note(year) { () throws(AgentError) in
                guard !isOver else { throw .update(.transfer(.cancelled)) }
                running[year] = try test.start(folder)
            }
        }
    }

    /// Waits until all have ended.
    package func finish() {
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
