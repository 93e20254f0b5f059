import BundleFormat
import Containers
import Files
import Foundation
import Glibc
import SeasonClient
import TUF
import TestSupport
import Testing

@testable import BundleUpdater
@testable import UpdatePolicy

/// Archives on sticks: a confined process reads them, then they are trusted as little as a folder.
@Suite(.needs(.libarchive))
struct ContainerCopyTests {
    static let containers = ContainerProcess(
        command: [Program.path(of: "bundle-agent"), "read-container"], libraryPath: nil)

    static let packed: [(name: String, script: String)] = [
        ("stick.zip", "zip -qr stick.zip stick"), ("stick.tar", "tar -cf stick.tar stick"),
        ("stick.tar.gz", "tar -czf stick.tar.gz -C stick ."),
        ("stick.tar.xz", "tar -cJf stick.tar.xz stick"),
        ("stick.tar.zst", "tar --zstd -cf stick.tar.zst stick"),
        ("stick.iso", "genisoimage -quiet -R -o stick.iso stick"),
        ("a name that says nothing", "tar -cf 'a name that says nothing' stick"),
    ]

    @Test(.needs(programs: "genisoimage", "xz", "zip", "zstd"), arguments: packed)
    func anArchiveBringsWhatTheFolderWouldBring(_ form: (name: String, script: String)) throws {
        let world = try World.withStick()
        try world.run(form.script)
        let before = try Self.bytes(world, form.name)
        let report = try world.poll(fromContainer: form.name)
        #expect(report.outcome == .updated, "\(report.problem ?? "")")
        #expect(try world.served() == [2018: "x:downloaded", 2024: "b:downloaded"])
        #expect(report.source == world.folder[form.name])
        #expect(report.lastCopy == .init(path: world.folder[form.name], atUnixSeconds: world.now))
        #expect(try Self.bytes(world, form.name) == before)
        #expect(try world.leftovers() == [])
    }

    @Test func signaturesDecideAsForAFolder() throws {
        let world = try World.withStick()
        let other = try World(now: world.now)
        try other.publish([2024: "evil"])
        try Files.removeTree(world.folder["stick"])
        try FileManager.default.copyItem(atPath: other.site, toPath: world.folder["stick"])
        try world.run("tar -czf evil stick")
        let report = try world.poll(fromContainer: "evil")
        #expect(report.outcome == .refused)
        #expect(report.problem?.contains("another repository") == true)
        #expect(report.severity == .refused)
        #expect(try world.served() == [2018: "x:downloaded", 2024: "a:downloaded"])
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

    struct Refusal: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let script: String
        let words: String
    }

    static let refusals = [
        Refusal(
            testDescription: "a link", script: "ln -s /etc/passwd stick/x; tar -cf out stick",
            words: "stick/x: is a link; pack what it leads to"),
        Refusal(
            testDescription: "a device's place", script: "mkfifo stick/x; tar -cf out stick",
            words: "stick/x: is a device, a pipe or a socket; nothing was taken"),
        Refusal(
            testDescription: "a password", script: "zip -qr -P word out.zip stick; mv out.zip out",
            words: "needs a password; pack it without one"),
        Refusal(
            testDescription: "half a tar", script: "tar -cf - stick | head -c 4096 > out",
            words: "copy it again"),
        Refusal(
            testDescription: "a text", script: "echo word > out",
            words: "copy it again, or unpack it and give the folder"),
        Refusal(
            testDescription: "too deep", script: "mkdir -p a/b; mv stick a/b; tar -cf out a",
            words: "a/b/stick is too deep: pack that folder itself"),
        Refusal(
            testDescription: "a name that would draw on a terminal",
            script: "ln -s x $'stick/\\e[31m'; tar -cf out stick", words: "is a link"),
        Refusal(
            testDescription: "an umlaut and a link",
            script: "ln -s x stick/Übung; zip -qry out.zip stick; mv out.zip out",
            words: "Übung: is a link"),
    ]

    @Test(.needs(programs: "zip"), arguments: refusals)
    func whatIsRefusedIsSaidWithTheRemedy(_ row: Refusal) throws {
        let world = try World.withStick()
        try world.run(row.script)
        do {
            _ = try world.poll(fromContainer: "out")
            Issue.record("it is taken")
        } catch let error as AgentError {
            #expect(error.description.hasPrefix("\(world.folder["out"]): "))
            #expect(error.description.contains(row.words), "\(error)")
            #expect(error.family == .unreachable)
        }
        #expect(try world.served() == [2018: "x:downloaded", 2024: "a:downloaded"])
        #expect(try world.leftovers() == [])
    }

    // MARK: - The process

    @Test func aReaderThatDiesOrLiesOrHangsIsSaid() throws {
        let folder = try TemporaryDirectory()
        try folder.write("x", to: "file")
        let file = open(folder["file"], O_RDONLY)
        defer { close(file) }
        for (command, problem) in [
            (["/bin/sh", "-c", "kill -9 $$"], "ended by signal 9: it is hostile or damaged"),
            (["/bin/sh", "-c", "exit 5"], "ended with status 5; copy it again"),
            (["/bin/sh", "-c", "printf F"], "sent nonsense"),
            (["/bin/sh", "-c", "printf nonsense"], "sent nonsense"),
            (["/bin/sh", "-c", "kill -STOP $$"], "not read within 1 seconds"),
            (["/nothing/here"], "cannot start the process that reads it: No such file"),
        ] {
            var process = ContainerProcess(command: command, libraryPath: nil)
            process.timeLimit = .seconds(1)
            let error = #expect(throws: CopyProblem.self) {
                try process.files(file)
            }
            #expect(error?.description.contains(problem) == true, "\(problem)")
        }
    }

    @Test func aStreamThatStopsInTheMiddleIsRefused() throws {
        let world = try World.withStick()
        try world.run("tar -cf out stick")
        let whole = try Self.bytes(world, "out")
        for count in [0, 100, 512, 4_096, whole.count / 2] {
            var ends: [Int32] = [-1, -1]
            #expect(pipe(&ends) == 0)
            #expect(write(ends[1], whole, count) == count)
            close(ends[1])
            defer { close(ends[0]) }
            #expect(throws: CopyProblem.self) {
                try Self.containers.files(ends[0])
            }
        }
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
        poll(copy: try RepositoryCopy(folder[name], containers: ContainerCopyTests.containers))
    }

    /// Files in the state folder that a finished poll does not leave.
    func leftovers() throws -> [String] {
        try folder.contents(of: "state").keys.filter {
            $0.contains(Files.temporaryPrefix) || $0.hasPrefix("downloads/")
        }
    }
}
