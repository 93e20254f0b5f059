import Foundation
import BundleFormat
import Files
import TUF
import TestSupport
import Testing

@testable import bundle_agent

/// `run` as a process: it ends when asked to, wherever it is.
@Suite(.enabled(if: Nginx.path != nil, "nginx is not installed"))
struct TerminationTests {
    @Test(arguments: [SIGTERM, SIGINT]) func itEndsWithinTwoSecondsAlsoInADownload(
        _ signal: Int32
    ) throws {
        let world = try World(now: SystemClock.unixSeconds())
        try world.publish([2018: String(repeating: "x", count: 100), 2024: "a"])
        try Files.writeDurably(world.root.bytes, to: world.folder["root.json"])
        // Metadata comes at once; no bundle comes within this test.
        let server = try Nginx(
            serving: world.site, directives: "if ($uri ~ bundle) { limit_rate 20; }")
        let agent = Program.make(
            "bundle-agent",
            [
                "run", "--repository", server.address, "--root", world.folder["root.json"],
                "--state", world.state.path,
            ])
        try agent.run()
        defer { agent.terminate() }
        func isDownloading() -> Bool {
            let names = (try? Files.names(in: world.state.downloads)) ?? []
            return names.contains { $0.hasSuffix(".partial") }
        }
        while !isDownloading(), agent.isRunning { sched_yield() }
        try #require(agent.isRunning)
        let asked = ContinuousClock.now
        kill(agent.processIdentifier, signal)
        agent.waitUntilExit()
        #expect(ContinuousClock.now - asked < .seconds(2))
        #expect(agent.terminationReason == .exit)
        #expect(agent.terminationStatus == 0)
        // What was served before the download is served still: the program's own bundles.
        let served = try SetIndex.read(world.state, .standard)
        #expect(served.entries.values.allSatisfy { $0.origin == .embedded })
    }
}
