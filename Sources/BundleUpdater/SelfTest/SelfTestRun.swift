import BundleFormat
import Glibc
import SeasonClient
import TUF

/// The self-tests of one poll: a process for each bundle, so that a test that hangs or crashes
/// holds back only its own year.
///
/// As many tests run together as there are processors, or memory for them. If there are several bundles,
/// one start of the program tests all of them first, each in a process of its own. A bundle that does not
/// pass there is tested again in a start of its own. Only that second test can count against the bundle.
package final class SelfTestRun {
    private let test: SelfTest
    private let isCancelled: () -> Bool
    private var waiting: [(year: BundleYear, folder: String)] = []
    private var running: [BundleYear: ConfinedProcess] = [:]
    /// The errors that count against years; a year that passed has none.
    package private(set) var failed: [BundleYear: AgentError] = [:]

    /// The largest number of tests at the same time.
    let runningMax: Int
    /// The free memory when the run began.
    let memory: SelfTestCapacity.Facts

    /// Starts without a bundle.
    ///
    /// - Parameter isCancelled: called several times a second; true ends all tests.
    package init(
        _ test: SelfTest, memory: SelfTestCapacity.Facts = .read(),
        isCancelled: @escaping () -> Bool
    ) {
        self.test = test
        self.memory = memory
        runningMax = SelfTestCapacity.testsAtOnce(
            processors: sysconf(Int32(_SC_NPROCESSORS_ONLN)), memory)
        self.isCancelled = isCancelled
    }

    /// Adds a bundle; its test begins when there is room for it, or in ``finish()`` if the program
    /// can test several bundles in one start.
    ///
    /// - Parameter folder: its folder, which must stay until ``finish()`` returns.
    package func add(_ year: BundleYear, _ folder: String) {
        waiting.append((year, folder))
        startAndCheck()
    }

    /// Whether bundles wait for others, to be tested in one start.
    private var gathers: Bool { test.testsSeveral && !isFinishing }
    private var isFinishing = false

    /// Checks the running tests and starts waiting ones, without waiting itself.
    package func startAndCheck() {
        let isOver = isCancelled()
        for (year, process) in running {
            process.checkForEnd(isCancelled: isOver)
            guard let end = process.end else { continue }
            running[year] = nil
            collect(year) { () throws(AgentError) in try test.requirePass(end) }
        }
        while running.count < runningMax, !waiting.isEmpty, !gathers {
            let (year, folder) = waiting.removeFirst()
            collect(year) { () throws(AgentError) in
                guard !isOver else { throw .update(.transfer(.cancelled)) }
                running[year] = try test.start(folder)
            }
        }
    }

    /// Waits until all have ended.
    package func finish() {
        isFinishing = true
        testTogether()
        startAndCheck()
        while !running.isEmpty {
            ConfinedProcess.wait(for: Array(running.values))
            startAndCheck()
        }
    }

    /// Tests all waiting bundles in one start; those that do not pass keep waiting.
    private func testTogether() {
        guard test.testsSeveral, waiting.count > 1, !isCancelled(),
            let process = test.startSeveral(waiting.map(\.folder), atOnce: runningMax)
        else { return }
        while process.end == nil {
            ConfinedProcess.wait(for: [process])
            process.checkForEnd(isCancelled: isCancelled())
        }
        let passed = SelfTest.passed(in: process.output, of: waiting.count)
        waiting = waiting.enumerated().filter { !passed.contains($0.offset) }.map(\.element)
    }

    private func collect(_ year: BundleYear, _ body: () throws(AgentError) -> Void) {
        do throws(AgentError) {
            try body()
        } catch {
            failed[year] = error
        }
    }
}
