import Foundation
import Glibc
import SeasonClient
import TestSupport
import Testing

@testable import BundleUpdater
@testable import bundle_agent

/// The service as process 1, as it is in a container.
@Suite struct ReapingTests {
    /// Starts a program as process 1 of its own namespace.
    private static func asFirst(_ words: [String]) -> [String] {
        ["--user", "--map-root-user", "--pid", "--fork", "--kill-child", "--mount-proc"]
            .dropFirst(geteuid() == 0 ? 2 : 0) + words
    }
    private static let unshare = "/usr/bin/unshare"

    static let isPossible: Bool = {
        let result = try? Program.run(unshare, asFirst(["/bin/true"]))
        return result?.status == 0
    }()

    /// The states of a process's children, `Z` for one that has ended and that its parent has not waited for.
    private func states(ofChildrenOf process: Int32) throws -> [Character] {
        let list = try String(
            contentsOfFile: "/proc/\(process)/task/\(process)/children", encoding: .utf8)
        return list.split(separator: " ").compactMap { child in
            let line = try? String(contentsOfFile: "/proc/\(child)/stat", encoding: .utf8)
            return line?.split(separator: ")").last?.first { $0 != " " }
        }
    }

    /// The first child of a process.
    private func child(of process: Int32) throws -> Int32? {
        let list = try String(
            contentsOfFile: "/proc/\(process)/task/\(process)/children", encoding: .utf8)
        return list.split(separator: " ").first.flatMap { Int32($0) }
    }

    @Test(
        "As process 1 the service leaves no zombie",
        .enabled(if: isPossible, "needs the right to make a namespace of processes"))
    func orphans() throws {
        let folder = try TemporaryDirectory()
        let socket = try NotifySocket()
        let file = try folder.write("interval = 1h\n", to: "agent.conf")
        let process = Program.make(
            Self.unshare,
            Self.asFirst([
                Program.path(of: "bundle-agent"), "run", "--config", file, "--state",
                folder["state"],
            ]), ["NOTIFY_SOCKET": socket.address])
        try process.run()
        defer {
            kill(process.processIdentifier, SIGKILL)
            process.waitUntilExit()
        }
        _ = try socket.messages(until: "STATUS=serving 12 years; embedded-only")
        let agent = try #require(try child(of: process.processIdentifier))
        // Each shell leaves a child behind, which becomes the agent's.
        for _ in 1...5 {
            let left = try Program.run(
                "/usr/bin/nsenter",
                ["--target", "\(agent)", "--user", "--pid", "/bin/sh", "-c", "(/bin/true &)"]
                    .filter { geteuid() != 0 || $0 != "--user" })
            try #require(left.status == 0, "\(left.messages)")
        }
        try #require(try wait { try states(ofChildrenOf: agent).isEmpty }, "it never came")
        // Its own polls keep their exit status.
        kill(agent, SIGHUP)
        let status = try #require(socket.messages(until: "STATUS=").last)
        #expect(status.contains("embedded-only"), "\(status)")
    }

    @Test("An ignored SIGCHLD loses no exit status", .timeLimit(.minutes(2)))
    func ignoredSignal() throws {
        let world = try World()
        world.embedded = [:]
        // No such season is inside the program.
        try world.publish([2031: "a"])
        let test = try world.folder.write("exit 2\n", to: "self-test")
        let root = try world.folder.write(world.packagedRoot, to: "root.json")
        // A self-test that fails must not look like one that passed.
        let poll = try Program.run(
            "/bin/bash",
            [
                "-c", "trap '' CHLD; exec \"$0\" \"$@\"", Program.path(of: "bundle-agent"), "poll",
                "--config", "none", "--state", world.state.path, "--repository", world.site,
                "--root", root, "--self-test", "/bin/sh \(test)",
            ])
        #expect(poll.status == 3, "\(poll.output)\(poll.messages)")
        #expect(poll.output.contains("held back"), "\(poll.output)")
    }
}
