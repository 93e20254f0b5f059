import ArgumentParser
@testable import bundle_agent
import BundleFormat
@testable import BundleUpdater
import Files
import Foundation
import Glibc
import RepositoryTransport
@testable import SeasonClient
import Testing
import TestSupport
import TUF
import WebTransport

/// Every finding of `doctor`, each from the fault itself.
@Suite struct DoctorTests {
    /// What doctor finds for this world's machine, by check.
    private func examine(
        _ world: World, _ flags: [String] = [], _ environment: [String: String] = [:]
    ) throws -> [String: Diagnosis] {
        try world.folder.write(String(decoding: world.root.bytes, as: UTF8.self), to: "root.json")
        let repository = flags.contains("--repository") ? [] : ["--repository", world.site]
        let root = flags.contains("--root") ? [] : ["--root", world.folder["root.json"]]
        let arguments =
            ["--state", world.state.path, "--config", "none"] + repository + root + flags
        let parsed = try DoctorCommand.parse(arguments)
        let found = parsed.diagnoses(
            try world.embeddedSet(), environment, nowUnixSeconds: world.now)
        return Dictionary(found.map { ($0.check.rawValue, $0) }) { first, _ in first }
    }

    /// A machine that has polled, on the system's own clock, because files carry its times.
    private func machine() throws -> World {
        let world = try World(now: SystemClock.unixSeconds())
        try world.publish([2024: "a"])
        _ = world.poll()
        return world
    }

    @Test func aMachineThatIsAllRightHasNoFindings() throws {
        let world = try machine()
        let found = try examine(world)
        let checks = found.values.filter(\.needsAction).map(\.check)
        // The test's own folder may be closed to others, and a service may be here.
        let findings = checks.filter { $0 != .stateReaders && $0 != .service }
        #expect(findings.isEmpty, "\(found)")
        #expect(found["repository"]?.finding.hasSuffix("signed as root says, 1 seasons") == true)
        #expect(found["state.served"]?.level == .ok)
    }

    struct Fault: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let check: String
        let level: Diagnosis.Level
        let remedy: String
        var flags: [String] = []
        var environment: [String: String] = [:]
        var make: @Sendable (World) throws -> Void = { _ in }
    }

    static let faults: [Fault] = [
        Fault(
            testDescription: "no state folder", check: "state.folder", level: .warning,
            remedy: "start the service"
        ) { try Files.removeTree($0.state.path) },
        Fault(
            testDescription: "a file instead of it", check: "state.folder", level: .problem,
            remedy: "remove it"
        ) {
            try Files.removeTree($0.state.path)
            try $0.folder.write("", to: "state")
        },
        Fault(
            testDescription: "damaged bundle", check: "state.served", level: .problem,
            remedy: "bundle-agent poll"
        ) {
            let version = try World.version(2024, "a")
            try $0.folder.write("x", to: "state/bundles/2024/\(version)/samples/a.txt")
        },
        Fault(
            testDescription: "no current set", check: "state.served", level: .warning,
            remedy: "start the service"
        ) { try Files.remove($0.state.current) },
        Fault(
            testDescription: "readers kept out", check: "state.readers", level: .warning,
            remedy: "chmod o+r"
        ) { world in _ = world.folder["state/bundles"].withCString { chmod($0, 0o700) } },
        Fault(
            testDescription: "content that the last poll refused", check: "last-poll",
            level: .warning, remedy: "bundle-agent why 2024"
        ) { world in
            world.options.selfTest = SelfTest(
                command: ["/bin/sh", "-c", "exit 2"], timeLimit: .seconds(20))
            try world.publish([2024: "c"])
            #expect(world.poll().severity == .refused)
        },
        Fault(
            testDescription: "no report of the last poll", check: "last-poll", level: .warning,
            remedy: "bundle-agent poll"
        ) { try Files.remove($0.state.lastPoll) },
        Fault(
            testDescription: "clock behind", check: "clock", level: .problem,
            remedy: "set the clock"
        ) { $0.now -= 86_400 },
        Fault(
            testDescription: "metadata run out", check: "metadata", level: .problem,
            remedy: "poll --from"
        ) { $0.now += 91 * 86_400 },
        Fault(
            testDescription: "root expires soon", check: "root", level: .warning,
            remedy: "sign a new root"
        ) { $0.now += (5 * 365 - 30) * 86_400 },
        Fault(
            testDescription: "root expired", check: "root", level: .problem,
            remedy: "sign a new root"
        ) { $0.now += 6 * 365 * 86_400 },
        Fault(
            testDescription: "root of another repository", check: "repository", level: .problem,
            remedy: "get root.json from the person who publishes this"
        ) { world in
            try Files.removeTree(world.state.path)
            try putAnotherRepository(world)
        },
        Fault(
            testDescription: "another repository in the place of the one that was verified",
            check: "repository",
            level: .problem, remedy: "tell its publisher, and keep the root metadata"
        ) { try putAnotherRepository($0) },
        Fault(
            testDescription: "an older copy of the repository", check: "repository",
            level: .problem,
            remedy: "name another mirror"
        ) { world in
            try world.copySite(to: "stick")
            try world.publish([2024: "b"])
            _ = world.poll()
            try Files.removeTree(world.site)
            try FileManager.default.copyItem(atPath: world.folder["stick"], toPath: world.site)
        },
        Fault(
            testDescription: "what a superseded key signed, and lost metadata", check: "repository",
            level: .problem,
            remedy: "name another mirror"
        ) { world in
            try world.copySite(to: "stick")
            try world.replaceOnlineKey()
            try world.publish([2024: "a"])
            _ = world.poll()
            try Files.removeTree(world.state.metadata)
            try Files.removeTree(world.site)
            try FileManager.default.copyItem(atPath: world.folder["stick"], toPath: world.site)
        },
        Fault(
            testDescription: "not a repository's address", check: "repository", level: .problem,
            remedy: "metadata/ and targets/"
        ) {
            try Files.removeTree("\($0.site)/metadata")
            try Files.createDirectoriesAndSync("\($0.site)/metadata")
        },
        Fault(
            testDescription: "no root file", check: "configuration", level: .problem,
            remedy: "correct --root; 'bundle-agent config show' checks it",
            flags: ["--root", "/nonexistent/root.json"]),
        Fault(
            testDescription: "no such host", check: "network", level: .problem,
            remedy: "spelling", flags: ["--repository", "https://no-such-host.invalid/x"]),
        Fault(
            testDescription: "no server listens", check: "network", level: .problem,
            remedy: "firewall", flags: ["--repository", "http://127.0.0.1:1"]),
        Fault(
            testDescription: "no authorities", check: "certificates", level: .problem,
            remedy: "ca-file",
            flags: [
                "--repository", "https://127.0.0.1:1", "--ca-file", "/nonexistent/ca.pem",
            ]),
        Fault(
            testDescription: "authorities without a certificate", check: "certificates",
            level: .problem, remedy: "ca-file",
            flags: ["--repository", "https://127.0.0.1:1", "--ca-file", "/etc/hostname"]),
        Fault(
            testDescription: "no metrics folder", check: "metrics", level: .problem,
            remedy: "mkdir -p /nonexistent/metrics",
            flags: ["--metrics-file", "/nonexistent/metrics/agent.prom"]),
        Fault(
            testDescription: "a file instead of the metrics folder", check: "metrics",
            level: .problem, remedy: "metrics-file",
            flags: ["--metrics-file", "/etc/passwd/agent.prom"]),
        Fault(
            testDescription: "metrics without a reader", check: "configuration", level: .problem,
            remedy: "correct --metrics-file;", flags: ["--metrics-file", "/tmp/agent.txt"]),
        Fault(
            testDescription: "a season that is not served", check: "state.served", level: .problem,
            remedy: "bundle-agent why"
        ) { $0.embedded = [2018: "e"] },
        Fault(
            testDescription: "no self-test program", check: "self-test", level: .problem,
            remedy: "install it", flags: ["--self-test", "/nonexistent/test"]),
    ]

    private static func putAnotherRepository(_ world: World) throws {
        let other = try World(now: world.now)
        try other.publish([2024: "evil"])
        try Files.removeTree(world.site)
        try FileManager.default.copyItem(atPath: other.site, toPath: world.site)
    }

    @Test(arguments: ["ln -s /etc/hostname", "mkdir", "mkfifo"])
    func whatStandsInTheMetricsFilesPlaceIsFound(_ command: String) throws {
        let world = try World()
        let file = world.folder["agent.prom"]
        #expect(Diagnosis.metrics(file, state: world.state).level == .ok)
        let words = command.split(separator: " ").map(String.init)
        _ = try Program.run("/bin/\(words[0])", words.dropFirst() + [file])
        let found = Diagnosis.metrics(file, state: world.state)
        #expect(found.level == .problem && found.finding.contains("other than a plain file"))
        #expect(found.remedy?.contains("remove it") == true)
    }

    @Test(arguments: faults) func aFaultIsFoundWithItsRemedy(_ fault: Fault) throws {
        let world = try machine()
        try fault.make(world)
        let flags = fault.flags
        let found = try examine(world, flags, fault.environment)
        let diagnosis = try #require(found[fault.check], "\(found)")
        #expect(diagnosis.level == fault.level, "\(diagnosis)")
        #expect(diagnosis.remedy?.contains(fault.remedy) == true, "\(diagnosis)")
        #expect(diagnosis.lines.count == 2)
    }

    @Test("Without a repository doctor names no command that needs one", arguments: [true, false])
    func noRepository(isThere: Bool) throws {
        let world = try machine()
        if isThere {
            try Files.remove("\(world.state.current)/set.json")
        } else {
            try Files.removeTree(world.state.path)
        }
        let flags = ["--repository", "none"]
        let found = try examine(world, flags)
        let remedies = found.values.compactMap(\.remedy)
        #expect(remedies.contains { $0.contains("'bundle-agent run'") }, "\(remedies)")
        #expect(!remedies.contains { $0.contains("'bundle-agent poll'") }, "\(remedies)")
    }

    @Test(.needs(.otherUsers))
    func aFileThatTheAgentCannotReplaceIsFound() throws {
        let world = try machine()
        _ = try Program.run("/bin/chown", ["-R", "12345", world.state.path])
        let year = world.folder["state/bundles/2024"]
        _ = year.withCString { chown($0, 0, 0) }
        let found = try #require(try examine(world)["state.owner"])
        #expect(found.level == .problem)
        #expect(found.finding.hasPrefix("\(year): user 12345 polls and cannot"), "\(found)")
        #expect(found.remedy == "chown -R 12345 \(world.state.path)")
        // Root can open and replace the files of others.
        _ = try Program.run("/bin/chown", ["-R", "0", world.state.path])
        _ = world.folder["state/history.jsonl"].withCString { chown($0, 12_345, 12_345) }
        #expect(try examine(world)["state.owner"]?.level == .ok)
    }

    @Test("A private folder above is no fault") func readers() {
        func facts(_ path: String, _ mode: UInt32) -> FileFacts {
            FileFacts(path: path, owner: 7, mode: mode, isFolder: true)
        }
        let rows: [(state: UInt32, above: UInt32, served: UInt32, level: Diagnosis.Level)] = [
            (0o755, 0o755, 0o755, .ok), (0o755, 0o700, 0o755, .note), (0o2770, 0o755, 0o755, .note),
            (0o700, 0o755, 0o755, .warning), (0o755, 0o700, 0o700, .warning),
        ]
        for row in rows {
            let found = StateExamination.readers(
                [facts("/h/s", row.state), facts("/h", row.above)], [facts("/h/s/x", row.served)])
            #expect(found.level == row.level, "\(row) \(found)")
        }
    }

    @Test(.needs(.otherUsers))
    func oneRemedyDoesNotUndoAnother() throws {
        let world = try machine()
        for name in ["last-poll.json", "lock"] {
            _ = world.folder["state/\(name)"].withCString { chown($0, 12_345, 12_345) }
        }
        let found = try examine(world)
        #expect(found["state.folder"]?.remedy == "chown -R 12345 \(world.state.path)")
        #expect(found["state.owner"] == nil)
    }

    @Test("A repository whose files cannot be read is not called unconfigured")
    func aRepositoryThatIsNotAsked() throws {
        let found = try examine(try machine(), ["--root", "/nowhere/root.json"])
        let repository = try #require(found["repository"])
        #expect(repository.finding.contains("one is configured"), "\(repository)")
        #expect(found["configuration"]?.level == .problem)
    }

    @Test("doctor examines the proxy that is configured") func aProxyIsExamined() throws {
        let world = try machine()
        let server = try Loopback.freePort()
        for (flags, environment) in [
            ([], ["http_proxy": "http://bob:secret@127.0.0.1:\(server)"]),
            (["--proxy", "http://bob:secret@127.0.0.1:\(server)"], [:]),
        ] {
            let found = try examine(
                world, ["--repository", "http://127.0.0.1:1"] + flags, environment)
            let proxy = try #require(found["proxy"])
            #expect(proxy.level == .problem)
            #expect(
                proxy.finding.hasPrefix("http://127.0.0.1:\(server): does not answer: "), "\(proxy)"
            )
            #expect(!"\(found)".contains("secret"))
            #expect(found["network"] == nil)
        }
        let unnamed = try examine(
            world,
            ["--repository", "http://127.0.0.1:1", "--proxy", "http://no-such-host.invalid:1"])
        #expect(unnamed["proxy"]?.finding.contains("the name is not found") == true)
        // Reached without it: the server itself is examined.
        let excepted = try examine(
            world, ["--repository", "http://127.0.0.1:1"],
            ["http_proxy": "http://127.0.0.1:2", "NO_PROXY": "127.0.0.1"])
        #expect(excepted["proxy"] == nil && excepted["network"]?.level == .problem)
    }

    @Test("Once a clock was ahead, doctor says so until the next poll") func aClockThatWasAhead()
        throws
    {
        let world = try World(now: SystemClock.unixSeconds() + 80 * 86_400)
        try world.publish([2024: "a"])
        _ = world.poll()
        world.now -= 80 * 86_400
        let clock = try #require(try examine(world)["clock"])
        #expect(clock.level == .problem)
        #expect(clock.finding.contains("which is in the future"), "\(clock)")
        #expect(clock.remedy?.contains("bundle-agent poll") == true)
        // As the remedy says. What was signed by a clock that was ahead stays the publisher's matter.
        _ = world.poll(repository: world.folder["nothing"])
        let after = try #require(try examine(world)["clock"])
        #expect(!after.finding.contains("last poll"), "\(after)")
    }

    @Test func theDiskIsFullAndNotWritable() {
        #expect(StateExamination.space(1 << 20, at: "/x").level == .problem)
        #expect(StateExamination.space(1 << 30, at: "/x").level == .ok)
        let folder = FileFacts(path: "/x", owner: 7, mode: 0o755, isFolder: true)
        #expect(StateExamination.writing(folder, isWritable: false, user: 7).level == .problem)
        #expect(StateExamination.writing(folder, isWritable: false, user: 0).level == .problem)
        #expect(StateExamination.writing(folder, isWritable: false, user: 8).level == .note)
    }

    /// What `systemctl show` prints of both units: whether it is installed, active, enabled.
    private func shown(_ service: String, _ timer: String) -> String {
        zip(PollingUnit.allCases, [service, timer]).map { unit, states in
            let values = [unit.rawValue] + states.split(separator: " ").map(String.init)
            return zip(PollingUnit.properties, values).map { "\($0)=\($1)\n" }.joined()
        }.joined(separator: "\n")
    }

    struct Units: Sendable {
        let service: String
        let timer: String
        let level: Diagnosis.Level
        var remedy = ""
    }

    static let units: [Units] = [
        Units(service: "loaded active enabled", timer: "loaded inactive disabled", level: .ok),
        Units(service: "loaded reloading enabled", timer: "loaded inactive disabled", level: .ok),
        Units(service: "loaded inactive disabled", timer: "loaded active enabled", level: .ok),
        Units(service: "masked inactive masked", timer: "loaded active enabled", level: .ok),
        Units(
            service: "loaded inactive disabled", timer: "loaded inactive enabled", level: .problem,
            remedy: "systemctl status bundle-agent-poll.timer"),
        Units(
            service: "loaded inactive disabled", timer: "loaded active disabled", level: .warning,
            remedy: "systemctl enable bundle-agent-poll.timer"),
        Units(
            service: "loaded activating enabled", timer: "loaded inactive disabled",
            level: .problem,
            remedy: "systemctl status bundle-agent.service"),
        Units(
            service: "loaded inactive enabled", timer: "loaded active disabled", level: .warning,
            remedy:
                "systemctl disable bundle-agent.service, then systemctl enable bundle-agent-poll.timer"
        ),
        Units(
            service: "loaded active enabled", timer: "loaded inactive enabled", level: .warning,
            remedy: "systemctl disable --now bundle-agent-poll.timer"),
        Units(
            service: "loaded inactive disabled", timer: "loaded inactive disabled", level: .problem,
            remedy: "systemctl enable --now bundle-agent.service"),
        Units(
            service: "masked inactive masked", timer: "loaded inactive disabled", level: .problem,
            remedy: "systemctl unmask bundle-agent.service"),
        Units(service: "not-found inactive", timer: "not-found inactive", level: .note),
    ]

    @Test("Doctor knows the service and the timer in its place", arguments: units)
    func whoMakesPolls(_ row: Units) {
        let text = shown(row.service, row.timer)
        let found = Diagnosis.service(shown: text)
        #expect(found.level == row.level, "\(found)")
        #expect((found.remedy ?? "").hasPrefix(row.remedy), "\(found)")
        #expect((found.remedy == nil) == row.remedy.isEmpty, "\(found)")
    }

    @Test func withoutSystemdNothingIsToDo() {
        for shown in [nil, ""] {
            let found = Diagnosis.service(shown: shown)
            #expect(found.level == .note && found.finding.hasPrefix("systemd does not run here"))
        }
    }

    @Test(arguments: [
        ("http://example.org/x", "example.org", 80), ("https://example.org", "example.org", 443),
        ("https://example.org:8443/a/b", "example.org", 8_443), ("http://[::1]:81/x", "::1", 81),
        ("http://[::1]/x", "::1", 80),
    ])
    func theServerOfAnAddress(_ text: String, _ host: String, _ port: Int) throws {
        let probe = ConnectionProbe(try WebAddress(text))
        #expect(probe.host == host && probe.port == port)
    }
}
