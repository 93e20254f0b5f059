import Foundation
import SeasonClient
import TestSupport
import Testing

@testable import BundleUpdater
@testable import UpdatePolicy

/// How many self-tests run at once, so that together they fit well inside what is left of the memory.
@Suite struct SelfTestCapacityTests {
    struct Case: CustomTestStringConvertible, Sendable {
        let testDescription: String
        var processors = 4
        /// MiB.
        var available: UInt64?
        var group: UInt64?
        let expected: Int
    }

    static let cases: [Case] = [
        Case(testDescription: "nothing is known", expected: 4),
        Case(testDescription: "much memory", available: 64_000, expected: 4),
        Case(
            testDescription: "many processors, much memory", processors: 64, available: 64_000,
            expected: 64),
        Case(
            testDescription: "the unit's 512 MB, many processors", processors: 64,
            available: 64_000, group: 470, expected: 2),
        Case(testDescription: "half of it is taken", available: 64_000, group: 230, expected: 1),
        Case(testDescription: "a small machine", available: 400, expected: 2),
        Case(testDescription: "less than one needs", available: 50, expected: 1),
        Case(testDescription: "nothing is left", available: 0, group: 0, expected: 1),
        Case(testDescription: "no processors known", processors: -1, expected: 1),
        Case(testDescription: "a limit without end", group: .max >> 20, expected: 4),
    ]

    @Test(arguments: cases) func fewerRunAtOnceWhenMemoryIsShort(_ row: Case) {
        let facts = SelfTestCapacity.Facts(
            availableBytes: row.available.map { $0 << 20 }, groupBytes: row.group.map { $0 << 20 })
        let count = SelfTestCapacity.testsAtOnce(processors: row.processors, facts)
        #expect(count == row.expected)
        if let left = [facts.availableBytes, facts.groupBytes].compactMap({ $0 }).min(), count > 1 {
            #expect(UInt64(count) * SelfTestCapacity.bytesMax <= left / 2)
        }
    }

    @Test func theLimitsOfEveryGroupAboveAreRead() throws {
        let folder = try TemporaryDirectory()
        try folder.write("MemTotal: 9 kB\nMemAvailable:    2048 kB\n", to: "proc/meminfo")
        try folder.write("1:cpu:/\n0::/system.slice/agent.service\n", to: "proc/self/cgroup")
        try folder.write("max\n", to: "group/system.slice/agent.service/memory.high")
        try folder.write("1000\n", to: "group/system.slice/agent.service/memory.max")
        try folder.write("700\n", to: "group/system.slice/agent.service/memory.current")
        try folder.write(
            "anon 5\ninactive_file 600\n", to: "group/system.slice/agent.service/memory.stat")
        try folder.write("500\n", to: "group/system.slice/memory.high")
        try folder.write("400\n", to: "group/system.slice/memory.current")
        let facts = SelfTestCapacity.Facts.read(processes: folder["proc"], groups: folder["group"])
        #expect(facts == SelfTestCapacity.Facts(availableBytes: 2 << 20, groupBytes: 100))
    }

    @Test func aMachineThatSaysNothingIsNoTrouble() throws {
        let folder = try TemporaryDirectory()
        let facts = SelfTestCapacity.Facts.read(processes: folder["proc"], groups: folder["group"])
        #expect(facts == SelfTestCapacity.Facts())
    }

    /// Fewer tests run at once if memory is short: the tests of a real run ask the kernel how much there is.
    @Test func aRunAsksTheKernelForItsMemory() {
        #expect(SelfTestCapacity.Facts.read().availableBytes ?? 0 > 0)
        let few = SelfTestRun(
            SelfTest(command: ["true"], timeLimit: .seconds(1)),
            memory: SelfTestCapacity.Facts(availableBytes: 1), isCancelled: { false })
        #expect(few.runningMax == 1)
        let processors = sysconf(Int32(_SC_NPROCESSORS_ONLN))
        let usual = SelfTestRun(
            SelfTest(command: ["true"], timeLimit: .seconds(1)), isCancelled: { false })
        #expect(
            usual.runningMax
                == SelfTestCapacity.testsAtOnce(processors: processors, usual.memory))
        #expect(usual.memory.availableBytes ?? 0 > 0)
    }

    /// The kernel ends the process with the highest score first.
    @Test func whereMemoryRunsOutASelfTestEndsAndNotTheAgent() throws {
        let folder = try TemporaryDirectory()
        let test = SelfTest(
            command: [
                "/bin/sh", "-c", "read -r score < /proc/self/oom_score_adj; test \"$score\" = 1000",
            ], timeLimit: .seconds(20))
        let process = try test.start(folder.path)
        while process.end == nil {
            ConfinedProcess.wait(for: [process])
            process.checkForEnd(isCancelled: false)
        }
        #expect(process.end == .exited(status: 0, output: []))
    }

    @Test(arguments: ["bundle-agent", "bundle-agent-poll"])
    func whereMemoryRunsOutTheUnitGoesOn(_ unit: String) throws {
        let text = try String(
            contentsOfFile: Checkout.path("packaging/debian/match-bundles.\(unit).service"),
            encoding: .utf8)
        #expect(text.contains("\nOOMPolicy=continue\n"))
    }
}
