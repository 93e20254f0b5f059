import BundleFormat
@testable import BundleUpdater
import Files
import Foundation
@testable import SeasonClient
import Testing
import TestSupport
import TUF

/// `run` as a process: it ends when asked to, wherever it is, and leaves no poll behind.
@Suite(.needs(programs: "nginx"))
struct TerminationTests {
    /// A service in the middle of a download that does not end within a test.
    private final class Machine {
        let world: World
        let agent: Process
        private let server: Nginx

        init() throws {
            world = try World(now: SystemClock.unixSeconds())
            try world.publish([2018: String(repeating: "x", count: 100), 2024: "a"])
            try Files.replaceFileAndSync(at: world.folder["root.json"], with: world.root.bytes)
            // Metadata comes at once; no bundle comes within this test.
            server = try Nginx(
                serving: world.site,
                directives: "if ($uri ~ bundle) { limit_rate_after 300; limit_rate 20; }")
            agent = Program.make(
                "bundle-agent",
                [
                    "run", "--repository", server.address, "--root", world.folder["root.json"],
                    "--state", world.state.path,
                ])
            try agent.run()
            try #require(wait { isDownloading() || !agent.isRunning })
            try #require(agent.isRunning)
        }

        deinit { agent.terminate() }

        private func isDownloading() -> Bool {
            let names = (try? Files.names(in: world.state.downloads)) ?? []
            return names.contains { $0.hasSuffix(".partial") }
        }

        /// The poll at work.
        func poll() throws -> Int32 {
            let pid = agent.processIdentifier
            let children = try String(
                contentsOfFile: "/proc/\(pid)/task/\(pid)/children", encoding: .utf8)
            return try #require(children.split(separator: " ").first.flatMap { Int32($0) })
        }

        /// Whether a process is gone, or dead and not looked at by its new parent yet.
        func isGone(_ process: Int32) -> Bool {
            let status = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)
            return status?.contains(") Z ") ?? true
        }
    }

    @Test(arguments: [SIGTERM, SIGINT]) func itEndsSoonAlsoInADownload(_ signal: Int32) throws {
        let machine = try Machine()
        let (agent, world) = (machine.agent, machine.world)
        let poll = try machine.poll()
        kill(agent.processIdentifier, signal)
        agent.waitUntilExit()
        #expect(agent.terminationReason == .exit)
        #expect(agent.terminationStatus == 0)
        #expect(machine.isGone(poll))
        // It did not wait for the download: the program's own bundles are served still.
        let served = try SetIndex.read(world.state)
        #expect(served.entries.values.allSatisfy { $0.origin == .embedded })
    }

    @Test func aPollEndsWithAServiceThatIsKilled() throws {
        let machine = try Machine()
        let poll = try machine.poll()
        kill(machine.agent.processIdentifier, SIGKILL)
        machine.agent.waitUntilExit()
        #expect(wait { machine.isGone(poll) })
    }
}
