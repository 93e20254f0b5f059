import BundleFormat
import Files
import Foundation
import SeasonClient
import TUF
import TestSupport
import Testing

@testable import BundleUpdater
@testable import UpdatePolicy

/// A self-test gets nothing but its season: a program that has turned bad tries everything else.
///
/// `hostile-self-test` ends with 0 where an attempt was denied, and says otherwise what was not.
@Suite struct SelfTestConfinementTests {
    /// Kernels: this one, and what it would be without the newer parts of Landlock, or without all of it.
    static let kernels: [Int32] = [.max, 5, 1, 0]
    static let hasLandlock = ConfinedAccess.kernelLandlockVersion > 0

    private let folder: TemporaryDirectory

    init() throws {
        folder = try TemporaryDirectory()
        try folder.write("{}", to: "season/manifest.json")
        try folder.write("secret", to: "credentials/repository_example")
    }

    // MARK: On every kernel

    @Test(arguments: kernels) func itInheritsTheDescriptors0To2Alone(_ kernel: Int32) throws {
        // As libcurl opens its connections: not closed by exec.
        let connection = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        let file = open(folder["credentials/repository_example"], O_RDONLY)
        let high = fcntl(file, F_DUPFD, 900)
        defer { for descriptor in [connection, file, high] { close(descriptor) } }
        #expect(try attempt("descriptors", "-", kernel: kernel) == nil)
    }

    @Test(arguments: kernels) func itReachesNoOtherMachine(_ kernel: Int32) throws {
        let listener = try Listener(path: nil)
        #expect(try attempt("connect", "\(listener.port)", kernel: kernel) == nil)
    }

    @Test(arguments: kernels) func itReachesNoOtherProgramByAnAbstractSocket(
        _ kernel: Int32
    ) throws {
        let listener = try Listener(path: "match-bundles-\(UUID().uuidString)")
        #expect(try attempt("abstract-socket", listener.name, kernel: kernel) == nil)
    }

    @Test(arguments: kernels) func whatItStartedEndsWithItEvenInASessionOfItsOwn(
        _ kernel: Int32
    ) throws {
        let marker = "marker-\(UUID().uuidString)"
        #expect(try attempt("survive", marker, kernel: kernel) == nil)
        #expect(try Self.processes(marker) == [])
    }

    @Test(arguments: kernels) func whatItStartedEndsWithItsTime(_ kernel: Int32) throws {
        let marker = "marker-\(UUID().uuidString)"
        let problem = try attempt("survive-and-wait", marker, kernel: kernel, seconds: 1)
        #expect(problem?.hasPrefix("self-test undecided: no end within 1 seconds") == true)
        #expect(try Self.processes(marker) == [])
    }

    @Test(arguments: kernels) func itSendsNoSignalToTheAgent(_ kernel: Int32) throws {
        #expect(try attempt("signal", "\(getpid())", kernel: kernel) == nil)
    }

    @Test(arguments: kernels) func itReadsNeitherEnvironmentNorMemoryOfTheAgent(
        _ kernel: Int32
    ) throws {
        #expect(try attempt("look", "\(getpid())", kernel: kernel) == nil)
    }

    @Test(arguments: kernels) func itHasNoRightsAndNoVariablesOfTheAgent(_ kernel: Int32) throws {
        setenv("CREDENTIALS_DIRECTORY", folder["credentials"], 1)
        #expect(try attempt("itself", "-", kernel: kernel) == nil)
    }

    @Test(arguments: kernels) func itChangesNoNameRightOrTimeOfAFile(_ kernel: Int32) throws {
        try folder.write("word", to: "season/there")
        try folder.write("word", to: "other/there")
        for place in ["season", "other"] {
            let attempt = try attempt("change-old-kernel", folder[place], kernel: kernel)
            #expect(attempt == nil)
            #expect(try folder.read("\(place)/there") == "word")
        }
    }

    @Test func itsMemoryHasALimit() throws {
        #expect(try attempt("memory", "\(SelfTestCapacity.bytesMax >> 20)") == nil)
    }

    // MARK: Where the kernel has Landlock

    /// Without this the attempts to read would prove nothing.
    @Test func itReadsItsSeason() throws {
        let read = try attempt("read", folder["season"])
        #expect(read?.hasPrefix("self-test: exit status 2: not denied: ") == true)
    }

    @Test(.enabled(if: hasLandlock, "this kernel has no Landlock"))
    func itReadsNoCredentialsAndNoOtherSeason() throws {
        try folder.write("{}", to: "other-season/manifest.json")
        for path in [
            "credentials/repository_example", "credentials", "other-season",
            "other-season/manifest.json",
        ] {
            #expect(try attempt("read", folder[path]) == nil, "\(path)")
        }
    }

    @Test(
        .enabled(if: hasLandlock, "this kernel has no Landlock"),
        arguments: [
            "/etc/passwd", "/etc/group", "/root", "/home", "/run", "/var/lib", "/proc/1",
            "/proc/self/net/tcp", "/proc/net/tcp", "/proc/thread-self/net/tcp",
            "/proc/self/mountinfo",
        ])
    func itReadsNothingOfTheSystemButPrograms(_ path: String) throws {
        #expect(try attempt("read", path) == nil)
    }

    @Test(.enabled(if: hasLandlock, "this kernel has no Landlock"))
    func itWritesNowhere() throws {
        try folder.write("word", to: "other/there")
        #expect(try attempt("change", folder["other"]) == nil)
        #expect(try folder.read("other/there") == "word")
    }

    @Test(.enabled(if: hasLandlock, "this kernel has no Landlock"))
    func aCommandsScriptIsReadAndNoOtherFileThatItNames() throws {
        try folder.write("cat \"$1\" > /dev/null && exit 2; exit 0", to: "script")
        let secret = folder["credentials/repository_example"]
        #expect(try run(["/bin/sh", folder["script"], secret]) == nil)
        try folder.write("#!/bin/sh\ncat \"$1\" > /dev/null && exit 2; exit 0", to: "program")
        chmod(folder["program"], 0o755)
        #expect(try run([folder["program"], secret]) == nil)
        #expect(try run(["/usr/bin/env", folder["program"], secret]) == nil)
        let allowed = try run([folder["program"], folder["season/manifest.json"]])
        #expect(allowed == "self-test: exit status 2")
    }

    // MARK: When the agent is killed

    @Test func itEndsWithAnAgentThatIsKilled() throws {
        let marker = "marker-\(UUID().uuidString)"
        let world = try World(now: SystemClock.unixSeconds())
        try world.publish([2024: "a"])
        try Files.replaceFileAndSync(at: world.folder["root.json"], with: world.root.bytes)
        let agent = Program.make(
            "bundle-agent",
            [
                "poll", "--repository", world.site, "--root", world.folder["root.json"],
                "--state", world.state.path, "--self-test",
                "\(try HostileSelfTest.path) survive-and-wait \(marker)",
            ])
        try agent.run()
        try #require(
            try wait {
                try Self.processes(marker).contains { $0.contains(" wait ") } || !agent.isRunning
            })
        #expect(agent.isRunning)
        kill(agent.processIdentifier, SIGKILL)
        agent.waitUntilExit()
        // Its keeper hears of it from the kernel: as soon as that comes to it.
        _ = try wait(seconds: 20) { try Self.processes(marker).isEmpty }
        #expect(try Self.processes(marker) == [])
    }

    // MARK: Running it

    /// Runs an attempt as a self-test.
    ///
    /// - Returns: what was not denied; nil where all was.
    private func attempt(
        _ name: String, _ argument: String, kernel: Int32 = .max, seconds: Int = 60
    ) throws -> String? {
        try run([try HostileSelfTest.path, name, argument], kernel, seconds)
    }

    private func run(
        _ command: [String], _ kernel: Int32 = .max, _ seconds: Int = 60
    ) throws -> String? {
        var access = ConfinedAccess(command, folders: [folder["season"]])
        access.landlockVersionMax = kernel
        let test = SelfTest(command: command, timeLimit: .seconds(seconds))
        let process = try ConfinedProcess(
            command + [folder["season"]], access: access,
            limits: ConfinedLimits(time: .seconds(seconds)))
        while process.end == nil {
            ConfinedProcess.wait(for: [process])
            process.checkForEnd(isCancelled: false)
        }
        let end = try #require(process.end)
        do throws(AgentError) {
            try test.requirePass(end)
            return nil
        } catch {
            return error.description
        }
    }

    /// The command lines of the processes with a marker; those that are dead and not looked at do not count.
    private static func processes(_ marker: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: "/proc").compactMap { name in
            guard Int(name) != nil,
                let text = FileManager.default.contents(atPath: "/proc/\(name)/cmdline")
            else { return nil }
            let line = String(decoding: text, as: UTF8.self)
                .replacingOccurrences(of: "\0", with: " ")
            return line.contains(marker) && !line.contains("bundle-agent ") ? line : nil
        }
    }
}

/// A socket of this process that somebody could connect to.
private final class Listener {
    private let descriptor: Int32
    let name: String
    private(set) var port: UInt16 = 0

    /// Listens on the loopback, or on an abstract name.
    init(path: String?) throws {
        name = path ?? ""
        let isLocal = path != nil
        descriptor = socket(isLocal ? AF_UNIX : AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var bytes = [UInt8](repeating: 0, count: 128)
        var length = 16
        withUnsafeBytes(of: sa_family_t(isLocal ? AF_UNIX : AF_INET)) { family in
            bytes.replaceSubrange(0..<2, with: family)
        }
        if isLocal {
            bytes.replaceSubrange(3..<(3 + name.utf8.count), with: Array(name.utf8))
            length = 3 + name.utf8.count
        } else {
            bytes.replaceSubrange(4..<8, with: [127, 0, 0, 1])
        }
        var given = socklen_t(length)
        let code = bytes.withUnsafeMutableBytes { bytes -> Int32 in
            guard let address = bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self) else {
                return -1
            }
            guard bind(descriptor, address, given) == 0, listen(descriptor, 8) == 0 else {
                return -1
            }
            return getsockname(descriptor, address, &given)
        }
        try #require(code == 0)
        port = UInt16(bytes[2]) << 8 | UInt16(bytes[3])
    }

    deinit { close(descriptor) }
}
