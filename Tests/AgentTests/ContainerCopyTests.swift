import BundleFormat
@testable import BundleUpdater
import Files
import Foundation
import Glibc
import Platform
@testable import SeasonClient
import Testing
import TestSupport
import TUF

/// Archives on sticks: a process of their own reads them, then they are trusted as little as a folder.
@Suite(.needs(.libarchive))
struct ContainerCopyTests {
    static let packed: [(name: String, script: String)] = [
        ("stick.zip", "zip -qr stick.zip stick"), ("stick.tar.xz", "tar -cJf stick.tar.xz stick"),
        ("stick.iso", "genisoimage -quiet -R -o stick.iso stick"),
        (
            "a name that says nothing",
            "7z a -bd stick.7z stick; mv stick.7z 'a name that says nothing'"
        ),
    ]

    @Test(.needs(programs: "7z", "genisoimage", "xz", "zip"), arguments: packed)
    func anArchiveBringsWhatTheFolderWouldBring(_ form: (name: String, script: String)) throws {
        let world = try World.withStick()
        try world.run(form.script)
        let before = try Self.bytes(world, form.name)
        let report = try world.poll(fromContainer: form.name)
        #expect(report.outcome == .updated, "\(report.problem ?? "")")
        #expect(try world.served() == [2018: "x:downloaded", 2024: "b:downloaded"])
        #expect(report.source == world.folder[form.name])
        #expect(try Self.bytes(world, form.name) == before)
        #expect(try world.leftovers() == [])
    }

    /// One bit in each block: something is refused, or what is served is what was signed.
    @Test(
        .needs(programs: "zip"),
        arguments: ["tar -cf out stick", "zip -qr0 out.zip stick; mv out.zip out"])
    func flippedBitsNeverReachWhatIsServed(_ script: String) throws {
        let world = try World.withStick()
        try world.run(script)
        let whole = try Self.bytes(world, "out")
        let good = [
            [2018: "x:downloaded", 2024: "a:downloaded"],
            [2018: "x:downloaded", 2024: "b:downloaded"],
        ]
        for at in stride(from: 300, to: whole.count, by: max(512, whole.count / 24)) {
            var bytes = whole
            bytes[at] ^= 4
            try Files.replaceFileAndSync(at: world.folder["flipped"], with: bytes)
            _ = try? world.poll(fromContainer: "flipped")
            #expect(good.contains(try world.served()), "bit in byte \(at)")
        }
    }

    static let refusals: [(script: String, words: String)] = [
        (
            "ln -s /etc/passwd stick/x; tar -cf out stick",
            "stick/x: is a link; pack what it leads to"
        ),
        ("ln -s x stick/Übung; zip -qry out.zip stick; mv out.zip out", "Übung: is a link"),
        ("ln -s x $'stick/\\e[31m'; tar -cf out stick", "is a link"),
        ("tar -cf - stick | head -c 4096 > out", "copy it again"),
        ("echo word > out", "copy it again, or unpack it and give the folder"),
    ]

    @Test(.needs(programs: "zip"), arguments: refusals)
    func whatIsRefusedIsSaidWithTheRemedy(_ row: (script: String, words: String)) throws {
        let world = try World.withStick()
        try world.run(row.script)
        let error = #expect(throws: AgentError.self) { try world.poll(fromContainer: "out") }
        let problem = try #require(error)
        #expect(problem.description.hasPrefix("\(world.folder["out"]): "))
        #expect(problem.description.contains(row.words), "\(problem)")
        #expect(problem.family == .unreachable)
        #expect(try world.served() == [2018: "x:downloaded", 2024: "a:downloaded"])
        #expect(try world.leftovers() == [])
    }

    // MARK: - The process

    @Test(arguments: [
        ("kill -9 $$", "ended by signal 9: it is hostile or damaged"),
        ("while :; do :; done", "ended by signal \(SIGXCPU): it is hostile or damaged"),
        ("exit 5", "ended with status 5: it is hostile"), ("printf nonsense", "sent nonsense"),
        ("printf why; exit 1", "why"), ("kill -STOP $$", "ended because its time was over"),
    ])
    func aReaderThatDiesOrLiesOrHangsIsSaid(_ script: String, _ words: String) throws {
        var process = Self.process(script, try TemporaryDirectory())
        process.start.timeLimit = .seconds(script.contains("STOP") ? 2 : 600)
        process.start.limits.processorSeconds = 1
        let error = #expect(throws: CopyProblem.self) { try process.files(STDIN_FILENO) }
        #expect(error?.description.contains(words) == true, "\(String(describing: error))")
    }

    @Test func theReaderGetsNoLoginsAndNoMoreThanItsLimits() throws {
        setenv("BUNDLE_AGENT_SECRET", "geheim", 1)
        defer { unsetenv("BUNDLE_AGENT_SECRET") }
        let script = "env; ls /proc/self/fd | wc -l; ulimit -v; ulimit -f; exit 1"
        let error = #expect(throws: CopyProblem.self) {
            try Self.process(script, try TemporaryDirectory()).files(STDIN_FILENO)
        }
        let told = try #require(error).description
        #expect(!told.contains("geheim"))
        // Its three descriptors, and that of the folder which is listed.
        #expect(told.hasSuffix("\n4\n\(512 << 10)\n0\n"), "\(told)")
    }

    @Test(.needs(.otherUsers)) func rootReadsAnArchiveAsTheUserOfTheState() throws {
        let world = try World.withStick()
        let script = "id -u; exit 1"
        for owner in [0, 65_534] as [uid_t] {
            try world.run("chown -R \(owner) state")
            let error = #expect(throws: CopyProblem.self) {
                try Self.process(script, world.folder, world.state).files(STDIN_FILENO)
            }
            #expect(error?.description == "\(owner)\n")
        }
    }

    @Test func aStreamThatStopsInTheMiddleIsRefused() throws {
        let world = try World.withStick()
        try world.run("tar -cf out stick")
        let whole = try Self.bytes(world, "out")
        for count in [0, 100, 4_096, whole.count / 2] {
            var ends: [Int32] = [-1, -1]
            #expect(pipe(&ends) == 0)
            #expect(write(ends[1], whole, count) == count)
            close(ends[1])
            defer { close(ends[0]) }
            #expect(throws: CopyProblem.self) { try world.containers.files(ends[0]) }
        }
    }

    private static func process(
        _ script: String, _ folder: TemporaryDirectory, _ state: StateFolder? = nil
    ) -> ContainerProcess {
        ContainerProcess(
            ChildStart("/bin/sh", ["-c", script]), for: state ?? StateFolder(folder["state"]))
    }

    private static func bytes(_ world: World, _ name: String) throws -> [UInt8] {
        try Files.read(world.folder[name], lengthBytesMax: 1 << 24)
    }
}

extension World {
    /// A machine with the first state, and a stick with the second.
    static func withStick() throws -> World {
        let world = try World()
        try world.publish([2018: "x", 2024: "a"])
        _ = world.poll()
        try world.publish([2018: "x", 2024: "b"])
        try world.copySite(to: "stick")
        return world
    }

    /// Runs shell commands in this world's folder.
    func run(_ script: String) throws {
        let result = try Program.run("/bin/bash", ["-ec", "cd '\(folder.path)'\n\(script)"])
        guard result.status == 0 else { throw Unexpected("\(script)\n\(result.messages)") }
    }

    /// Polls once from an archive of this world.
    func poll(fromContainer name: String) throws -> PollReport {
        poll(copy: try RepositoryCopy(folder[name], containers: containers))
    }

    /// The reader of the program.
    var containers: ContainerProcess {
        ContainerProcess(
            ChildStart(Program.path(of: "bundle-agent"), ["read-container"]), for: state)
    }

    /// Files in the state folder that a finished poll does not leave.
    func leftovers() throws -> [String] {
        try folder.contents(of: "state").keys.filter {
            $0.contains(Files.temporaryPrefix) || $0.hasPrefix("downloads/")
        }
    }
}
