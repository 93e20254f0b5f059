import Foundation
import TestSupport
import Testing

/// A sample of `make crash-test`: the agent stopped at system calls that change the disk.
@Suite(.needs(.tracing), .needs(programs: "python3"))
struct CrashPointTests {
    @Test func whateverIsInterruptedIsOldOrNewAndConverges() throws {
        let result = try CrashTest.run(["--sample", "1"])
        #expect(result.status == 0, "\(result.output)\(result.messages)")
        #expect(result.output.contains("first install: "))
        #expect(result.output.contains("reap: "))
    }

    @Test func whateverIsInterruptedWithThreadsAndSelfTestsIsOldOrNewAndConverges() throws {
        let result = try CrashTest.run(["--threads", "--sample", "1", "--scenario", "update"])
        #expect(result.status == 0, "\(result.output)\(result.messages)")
        #expect(result.output.contains("killed at a call of any thread: 1 points"))
    }

    /// The proof that a power cut is really looked at: with fsync struck from the log it is found.
    @Test func anAgentThatDoesNotSynchronizeIsFound() throws {
        let result = try CrashTest.run(["--sample", "2", "--scenario", "update", "--ignore-fsync"])
        #expect(result.status == 1)
        #expect(result.output.contains("  power cut: "))
        #expect(!result.output.hasSuffix(", 0 failed\n"), "\(result.output)")
        #expect(result.messages.isEmpty, "\(result.messages)")
    }
}

private enum CrashTest {
    static func run(_ options: [String]) throws -> Program.Result {
        let programs = (Program.path(of: "bundle-agent") as NSString).deletingLastPathComponent
        return try Program.run(
            "/usr/bin/env",
            ["python3", Checkout.path("Tests/Crash/crash-test"), programs] + options)
    }
}
