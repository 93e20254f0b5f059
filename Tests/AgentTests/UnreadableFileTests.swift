import BundleFormat
@testable import BundleUpdater
import Files
@testable import SeasonClient
import Testing
import TestSupport
import TUF

/// A file of the state that cannot be read, whatever the system calls the reason: the next poll replaces it.
@Suite struct UnreadableFileTests {
    /// The agent's program, so that the read fails in the system call.
    @Test(
        .needs(.tracing),
        arguments: [
            ("metadata/timestamp.json", "EIO"), ("metadata/timestamp.json", "EBADMSG"),
            ("metadata/timestamp.json", "EUCLEAN"), ("metadata/timestamp.json", "ESTALE"),
            ("metadata/root.json", "EIO"), ("metadata/root.2", "EIO"),
            ("metadata/snapshot.json", "EREMOTEIO"), ("metadata/targets.json", "ENODATA"),
            ("choices.json", "EIO"), ("trials.json", "EIO"), ("vouched.json", "EIO"),
            ("history.jsonl", "EIO"), ("machine-id", "EIO"),
            ("last-poll.json", "EIO"), ("service.json", "EIO"),
        ])
    func aReadErrorEndsNoPoll(_ file: String, _ error: String) throws {
        let world = try World(now: SystemClock.unixSeconds())
        try world.publish([2024: "a"])
        try world.rotateRoot()
        try world.publish([2024: "a"])
        #expect(world.poll().severity == .harmless)
        try world.publish([2024: "b"])
        let path = "\(world.state.path)/\(file)"
        let polled = try poll(
            world,
            under: [
                "/usr/bin/strace", "-f", "-qq", "-o", "/dev/null", "-P", path,
                "-e", "inject=read,pread64:error=\(error)",
            ])
        #expect(polled.status == 0, "\(polled.output)\(polled.messages)")
        let served = try SetIndex.read(world.state).entries[.of(2024)]
        #expect(try served?.version == World.version(2024, "b"))
        let report = try #require(PollReport.read(world.state, .standard))
        if file.hasPrefix("metadata/") || file == "history.jsonl" {
            #expect(report.repairs.contains { $0.contains(path) }, "\(report.repairs)")
        }
        // What was written instead is whole.
        #expect(try poll(world, under: []).status == 0)
        #expect(PollReport.read(world.state, .standard)?.repairs == [])
        #expect(try HistoryFile(world.state, .standard).entries().isEmpty == false)
    }

    @Test func aHistoryThatIsNotOursBeginsAnew() throws {
        let folder = try TemporaryDirectory()
        var limits = AgentLimits.standard
        limits.historyBytesMax = 100
        let history = HistoryFile(StateFolder(folder.path), limits)
        try folder.write(String(repeating: "x", count: 1_000), to: "history.jsonl")
        let entry = History.Entry(
            atUnixSeconds: 1, year: .of(2024), served: nil, previous: nil, why: .unknown,
            reason: "r")
        try history.append([entry])
        #expect(try history.entries().count == 1)
    }

    private func poll(_ world: World, under wrapper: [String]) throws -> Program.Result {
        try Files.replaceFileAndSync(at: world.folder["root.json"], with: world.root.bytes)
        let command =
            wrapper + [
                Program.path(of: "bundle-agent"), "poll", "--config", "none", "--repository",
                world.site, "--root", world.folder["root.json"], "--state", world.state.path,
                "--self-test", "none",
            ]
        return try Program.run(command[0], Array(command.dropFirst()))
    }
}
