import BundleArchive
import BundleFormat
@testable import BundleUpdater
import Files
import Foundation
@testable import SeasonClient
import Testing
import TestSupport
import TUF

/// Things in each other's place, rights taken away, a disk that takes nothing: repaired, or said.
///
/// Rights are tried by a user without privileges.
@Suite struct UnusableStateTests {
    struct Case: CustomTestStringConvertible, Sendable {
        let testDescription: String
        /// Run by sh in the state folder, with 2024's bundle as `$0`.
        let script: String
        /// What is served of 2024 without network.
        var offline = "b:downloaded"
        init(_ name: String, _ script: String, offline: String = "b:downloaded") {
            testDescription = name
            self.script = script
            self.offline = offline
        }
    }

    static let replaced: [Case] = [
        Case("a folder for the report", "rm last-poll.json; mkdir -p last-poll.json/x"),
        Case("a folder for the choices", "mkdir -p choices.json/x"),
        Case("a folder for the trials", "mkdir -p trials.json/x"),
        Case("a folder for the lock", "rm lock; mkdir -p lock/x"),
        Case("a link for the lock", "rm lock; ln -s /etc/passwd lock"),
        Case("a folder for the index", "rm current/set.json; mkdir -p current/set.json/x"),
        Case(
            "a folder for the timestamp",
            "rm metadata/timestamp.json; mkdir -p metadata/timestamp.json/x"),
        Case("a folder for the root", "rm metadata/root.json; mkdir -p metadata/root.json/x"),
        Case(
            "a folder for the targets", "rm metadata/targets.json; mkdir -p metadata/targets.json/x"
        ),
        Case("a file for the metadata", "rm -r metadata; echo x > metadata"),
        Case("a file for the downloads", "rm -r downloads; echo x > downloads"),
        Case("a file for the sets", "rm -r sets; echo x > sets", offline: "b:downloaded"),
        Case("a file for the bundles", "rm -r bundles; echo x > bundles"),
        Case("a file for the year", "rm -r bundles/2024; echo x > bundles/2024"),
        Case("a file for the bundle", "rm -r \"$0\"; echo x > \"$0\""),
        Case("a folder for a file", "rm \"$0/samples/a.txt\"; mkdir \"$0/samples/a.txt\""),
        Case(
            "a file for the bundle, and no zip", "rm -r \"$0\" zips/*; echo x > \"$0\"",
            offline: "a:downloaded"),
    ]

    @Test(arguments: replaced) func whatIsInAnothersPlaceIsReplaced(_ row: Case) throws {
        let world = try spoilt(row)
        let report = world.poll()
        #expect(report.severity == .harmless, "\(report)")
        #expect(try world.served() == [2024: "b:downloaded"])
        world.now += 900
        #expect(world.poll().outcome == .upToDate)
        #expect(PollReport.read(world.state, .standard)?.outcome == .upToDate)
    }

    @Test(arguments: replaced) func alsoWithoutNetwork(_ row: Case) throws {
        let world = try spoilt(row)
        _ = world.poll(repository: world.folder["nothing"])
        #expect(try world.served()[2024] == row.offline)
    }

    static let protected: [Case] = [
        Case("the bundle", "chmod 000 \"$0\""),
        Case("a file of it", "chmod 000 \"$0/samples/a.txt\""),
        Case("a folder of it", "chmod 000 \"$0/samples\""),
        Case("the year", "chmod 000 bundles/2024"),
        Case("all bundles", "chmod 000 bundles"),
        Case("the sets", "chmod 000 sets"),
        Case("the set in use", "chmod 000 sets/*"),
        Case("the index", "chmod 000 sets/*/set.json"),
        Case("the metadata", "chmod 000 metadata"),
        Case("its files", "chmod 000 metadata/*"),
        Case("the downloads", "mkdir -p downloads/x/y; chmod 000 downloads/x; chmod 500 downloads"),
        Case("the lock", "chmod 000 lock"),
        Case("the report", "chmod 000 last-poll.json"),
        Case("the choices", "echo '{}' > choices.json; chmod 000 choices.json"),
        Case("everything", "chmod -R a-rwx ."),
    ]

    @Test(arguments: protected) func takenRightsAreGivenBack(_ row: Case) throws {
        let world = try spoilt(row, now: SystemClock.unixSeconds())
        let poll = try unprivileged(world)
        #expect(poll.status == 0, "\(poll.output)\(poll.messages)")
        // The real program has other years inside than this world knows.
        let index = try SetIndex.read(world.state)
        #expect(index.entries[.of(2024)]?.version == (try World.version(2024, "b")))
        for (year, entry) in index.entries {
            try BundleVerifier.verify(
                directory: "\(world.state.current)/\(year)", expecting: entry.version)
        }
    }

    /// The agent can still read everything here; only the programs that show the seasons cannot.
    @Test(arguments: ["bundles/2024", "$0", "$0/samples", "$0/match.json", "$0/manifest.json"])
    func whatIsClosedToReadersIsOpenedAgain(_ path: String) throws {
        let world = try spoilt(Case("", "chmod go-rwx \"\(path)\""))
        let report = world.poll()
        #expect(report.repairs.count == 1, "\(report.repairs)")
        #expect(report.repairs.first?.contains("kept the agent or readers out") == true)
        let closed = try Program.run("/usr/bin/find", [world.state.bundles, "!", "-perm", "-044"])
        #expect(closed.output.isEmpty && closed.status == 0, "\(closed)")
        world.now += 900
        #expect(world.poll().repairs.isEmpty)
    }

    /// A disk that is not mounted, or a link to itself: no poll can work, and monitoring hears of it.
    @Test(arguments: ["not-mounted/state", "state"]) func aLinkThatLeadsToNothingIsSaid(
        _ target: String
    ) throws {
        let folder = try TemporaryDirectory()
        try FileManager.default.createSymbolicLink(
            atPath: folder["state"], withDestinationPath: folder[target])
        for command in ["status", "doctor"] {
            let result = try Program.run(
                "bundle-agent", [command, "--state", folder["state"], "--config", "none"])
            #expect(result.status == (command == "status" ? 2 : 1), "\(result.output)")
            #expect(
                result.output.contains("found a link that leads to nothing"), "\(result.output)")
        }
    }

    @Test func aStateFolderThatTakesNothingIsSaidAndServedFrom() throws {
        let world = try spoilt(Case("", "true"), now: SystemClock.unixSeconds())
        // Another user's, and nothing is allowed: as on a read-only disk.
        _ = try Program.run("/bin/chown", ["-R", "0:0", world.state.path])
        _ = try Program.run("/bin/chmod", ["-R", "a-w", world.state.path])
        let poll = try unprivileged(world, owning: false)
        #expect(poll.status == 1)
        #expect(poll.messages.contains("what was there is still served"), "\(poll.messages)")
        #expect(try world.served() == [2024: "b:downloaded"])
    }

    @Test(arguments: [["doctor"], ["poll", "--dry-run"]])
    func whatOnlyLooksChangesNoRights(_ words: [String]) throws {
        for part in ["sets", "zips", "bundles", "metadata"] {
            let world = try spoilt(Case("", "true"), now: SystemClock.unixSeconds())
            _ = try Program.run("/bin/chown", ["-R", "65534:65534", world.state.path])
            let path = "\(world.state.path)/\(part)"
            _ = try Program.run("/bin/chmod", ["000", path])
            _ = try unprivileged(world, words)
            #expect(FileFacts(path)?.mode == 0, "\(part)")
            // A poll gives itself access again.
            #expect(try unprivileged(world).status == 0, "\(part)")
        }
    }

    @Test(
        "A state folder that its agent cannot write in is broken",
        .needs(.otherUsers),
        arguments: [true, false])
    func aStateFolderOfAnotherUser(_ hasPolled: Bool) throws {
        let world = try World(now: SystemClock.unixSeconds())
        try world.publish([2024: "a"])
        try Files.createDirectoriesAndSync(world.state.path)
        if hasPolled { #expect(try unprivileged(world).status == 0) }
        _ = try Program.run("/bin/chown", ["0:0", world.state.path])
        #expect(try unprivileged(world, owning: false).status == 1)
        let status = try unprivileged(world, owning: false, ["status"])
        #expect(status.status == 2, "\(status.output)")
        let who = hasPolled ? "user 65534 polls and" : "this user, 65534,"
        #expect(status.output.contains("broken: \(world.state.path): \(who) cannot write there"))
        guard hasPolled else { return }
        // Who looks makes no difference.
        #expect(StateTrouble.find(world.state, isPolled: true) != nil)
    }

    @Test(.needs(.otherUsers))
    func aPollByRootInAUsersFolderIsToldToThatUser() throws {
        let world = try World(now: SystemClock.unixSeconds())
        try world.publish([2024: "a"])
        try Files.createDirectoriesAndSync(world.state.path)
        _ = try Program.run("/bin/chown", ["65534:65534", world.state.path])
        _ = world.poll()
        let poll = ["poll", "--self-test", "none"]
        for (command, status) in [(poll, 1), (poll + ["--dry-run"], 1), (["status"], 2)] {
            let result = try unprivileged(world, owning: false, command)
            #expect(result.status == status, "\(command): \(result.output)\(result.messages)")
        }
        // The remedy.
        _ = try Program.run("/bin/chown", ["-R", "65534", world.state.path])
        #expect(try unprivileged(world, owning: false).status == 0)
        #expect(try unprivileged(world, owning: false, ["status"]).status == 0)
    }

    static let cases: [(facts: StateTrouble.Facts, finding: String?)] = {
        let folder = FileFacts(path: "/s", owner: 7, mode: 0o755, isFolder: true)
        let sound = StateTrouble.Facts(
            folder: folder, path: "/s",
            room: FileSystemRoom(freeBytes: 1 << 20, freeFiles: 9), agent: 7, user: 7,
            isWritable: true, reportBytes: 20_000, isPolled: true)
        func changed(_ edit: (inout StateTrouble.Facts) -> Void) -> StateTrouble.Facts {
            var facts = sound
            edit(&facts)
            return facts
        }
        var lock = StateEntry(
            FileFacts(path: "/s/lock", owner: 0, mode: 0o644, isFolder: false), .read)
        lock.isWrittenInPlace = true
        return [
            (sound, nil),
            (changed { $0.room = nil }, nil),
            (
                changed { $0.room?.freeBytes = 60 << 10 },
                "/s: 60 KiB are free on its file system, and a poll's report needs 64 KiB"
            ),
            (
                changed { $0.reportBytes = 2 << 20 },
                "/s: 1024 KiB are free on its file system, and a poll's report needs 2048 KiB"
            ),
            (
                changed { $0.room?.freeFiles = 0 },
                "/s: its file system has no inodes left, so no file can be made"
            ),
            (changed { $0.room?.freeFiles = nil }, nil),
            (changed { $0.room?.isReadOnly = true }, "/s: its file system is mounted read-only"),
            (
                changed {
                    $0.folder = FileFacts(path: "/s", owner: 7, mode: 0o644, isFolder: false)
                },
                "/s: expected a folder, found a file"
            ),
            // A guest who looks; the agent itself mends the mode of its own folder.
            (
                changed {
                    $0.user = 8; $0.isWritable = false
                }, nil
            ),
            (changed { $0.isWritable = false }, nil),
            (changed { $0.agent = 8 }, "/s: user 8 polls and cannot write there"),
            (
                changed {
                    $0.agent = 8;
                    $0.folder = FileFacts(path: "/s", owner: 7, mode: 0o775, isFolder: true)
                },
                nil
            ),
            (
                changed {
                    $0.user = 0; $0.agent = 0; $0.isWritable = false
                }, "/s: not even root can write there"
            ),
            // Root has polled in the folder of a user.
            (
                changed { $0.entries = [lock] },
                "/s/lock: user 7, who polls in /s, cannot open, rename and delete it"
            ),
            (
                changed {
                    $0.agent = 0; $0.user = 0; $0.entries = [lock]
                }, nil
            ),
            // There was no poll yet.
            (changed { $0.agent = nil }, nil),
            (
                changed {
                    $0.agent = nil; $0.user = 8; $0.isWritable = false; $0.isPolled = false
                }, nil
            ),
            (
                changed {
                    $0.agent = nil; $0.user = 8; $0.isWritable = false
                }, "/s: this user, 8, cannot write there"
            ),
            (
                changed {
                    $0.path = "/s/t"; $0.user = 8; $0.isWritable = false
                }, nil
            ),
        ]
    }()

    @Test(arguments: cases.indices) func whatStandsAgainstTheNextReport(_ at: Int) {
        let (facts, finding) = Self.cases[at]
        #expect(StateTrouble.diagnose(facts)?.finding == finding, "\(facts)")
    }

    @Test func whatIsServedAnewIsReadWhole() throws {
        let world = try World()
        for word in ["aaa", "bbb"] {
            try world.publish([2018: "x", 2024: word])
            _ = world.poll()
        }
        let version = try World.version(2024, "aaa")
        let old = world.state.bundle(.of(2024), version)
        try Data("aab".utf8).write(to: URL(fileURLWithPath: "\(old)/samples/a.txt"))
        try world.publish([2018: "x", 2024: "aaa"])
        // It is the turn of 2018, the first of two years.
        world.options.readsAllFirst = false
        while world.now / 900 % 2 != 0 { world.now += 900 }
        _ = world.poll()
        let served = try SetIndex.read(world.state).entries[.of(2024)]
        try BundleVerifier.verify(
            directory: "\(world.state.current)/2024", expecting: #require(served).version)
        world.options.readsAllFirst = true
        world.now += 900
        for _ in 0..<2 { _ = world.poll() }
        #expect(try world.served()[2024] == "aaa:downloaded")
        try BundleVerifier.verify(
            directory: "\(world.state.current)/2024", expecting: version)
    }

    /// One poll by the real program.
    ///
    /// Permissions do not bind root: if the tests run as root, the program runs as `nobody`.
    private func unprivileged(
        _ world: World, owning: Bool = true, _ command: [String] = ["poll", "--self-test", "none"]
    ) throws -> Program.Result {
        try Files.replaceFileAndSync(at: world.folder["root.json"], with: world.root.bytes)
        let words =
            [
                Program.path(of: "bundle-agent")
            ] + command + [
                "--repository", world.site, "--root", world.folder["root.json"], "--state",
                world.state.path, "--config", "none",
            ]
        guard geteuid() == 0 else { return try Program.run(words[0], Array(words.dropFirst())) }
        if owning {
            _ = try Program.run("/bin/chown", ["-hR", "65534:65534", world.state.path])
        }
        return try Program.run(
            "/usr/bin/setpriv", ["--reuid=65534", "--regid=65534", "--clear-groups"] + words)
    }

    /// A machine that went from `a` to `b` and has `e` inside its program, spoilt.
    private func spoilt(_ row: Case, now: Int64 = 1_795_219_200) throws -> World {
        let world = try World(now: now)
        world.embedded = [2024: "e"]
        for word in ["a", "b"] {
            try world.publish([2024: word])
            _ = world.poll()
        }
        let bundle = world.state.bundle(.of(2024), try World.version(2024, "b"))
        let done = try Program.run(
            "/bin/sh", ["-ec", "cd '\(world.state.path)'; \(row.script)", bundle])
        try #require(done.status == 0, "\(done.messages)")
        return world
    }
}
