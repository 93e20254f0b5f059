import BundleFormat
import Glibc
import TUF

/// The self-tests of one poll: a process for each bundle, so that a test that hangs or crashes
/// holds back only its own year.
///
/// As many run together as there are processors, or memory for them.
package final class SelfTestRun {
    private let test: SelfTest
    private let isCancelled: () -> Bool
    private var waiting: [(year: BundleYear, folder: String)] = []
    private var running: [BundleYear: ConfinedProcess] = [:]
    /// What speaks against a year; no entry if it passed.
    package private(set) var failed: [BundleYear: AgentError] = [:]

    /// The largest number of tests at the same time.
    private let runningMax: Int

    /// Starts without a bundle.
    ///
    /// - Parameters:
    ///   - test: the command.
    ///   - memory: the free memory.
    ///   - isCancelled: called several times a second; true ends all tests.
    package init(
        _ test: SelfTest, memory: SelfTestMemory.Facts = SelfTestMemory.Facts(),
        isCancelled: @escaping () -> Bool
    ) {
        self.test = test
        runningMax = SelfTestMemory.testsAtOnce(
            processors: sysconf(Int32(_SC_NPROCESSORS_ONLN)), memory)
        self.isCancelled = isCancelled
    }

    /// Adds a bundle; its test begins when there is room for it.
    ///
    /// - Parameters:
    ///   - year: its season.
    ///   - folder: its folder, which must stay until ``finish()`` returns.
    package func add(_ year: BundleYear, _ folder: String) {
        waiting.append((year, folder))
        startAndCheck()
    }

    /// Checks the running tests and starts waiting ones, without waiting itself.
    package func startAndCheck() {
        let isOver = isCancelled()
        for (year, process) in running {
            process.checkForEnd(isCancelled: isOver)
            guard let end = process.end else { continue }
            running[year] = nil
            collect(year) { () throws(AgentError) in try test.requirePass(end) }
        }
        while running.count < runningMax, !waiting.isEmpty {
            let (year, folder) = waiting.removeFirst()
            collect(year) { () throws(AgentError) in
                guard !isOver else { throw .update(.transfer(.cancelled)) }
                running[year] = try test.start(folder)
            }
        }
    }

    /// Waits until all have ended.
    package func finish() {
        startAndCheck()
        while !running.isEmpty {
            ConfinedProcess.wait(for: Array(running.values))
            startAndCheck()
        }
    }

    private func collect(_ year: BundleYear, _ body: () throws(AgentError) -> Void) {
        do throws(AgentError) {
            try body()
        } catch {
            failed[year] = error
        }
    }
}
