import BundleFormat
import Foundation
import TUF
import TestSupport
import Testing

@testable import BundlePublisher
@testable import SeasonAuthoring

/// SIGKILL at every write of a command, counted and sent by strace: the same command again goes
/// through, and an agent in between sees the old or the new, never a mix.
@Suite(.enabled(if: Strace.works, "no strace that may trace"), .serialized)
struct KillTests {
    @Test func publishKilledAtEveryWrite() throws {
        try killAtEveryWrite {
            ["publish", "--in", $0.site, "--bundles", $0.bundles]
        } prepare: {
            try $0.addSeason(2024, title: "Another")
        }
    }

    @Test func firstPublishKilledAtEveryWrite() throws {
        try killAtEveryWrite {
            ["publish", "--in", $0.site, "--bundles", $0.bundles]
        } prepare: {
            try FileManager.default.removeItem(atPath: $0.site)
        }
    }

    @Test func recallKilledAtEveryWrite() throws {
        try killAtEveryWrite { fixture in
            let version = try fixture.entry(after: Self.now).version.hex
            return ["recall", "2024", version, "--to", "embedded", "--in", fixture.site]
        } prepare: { _ in
        }
    }

    @Test func rotationKilledAtEveryWrite() throws {
        try killAtEveryWrite {
            ["keys", "rotate-online", "--in", $0.site, "--bundles", $0.bundles]
        } prepare: { _ in
        }
    }

    /// Runs a command on fresh copies of one repository, killed at each of its writes.
    private func killAtEveryWrite(
        _ command: (SeasonFixture) throws -> [String], prepare: (SeasonFixture) throws -> Void
    ) throws {
        let fixture = try SeasonFixture.publishedNow()
        let root = try fixture.home.roots().first
        let store = MemoryStore()
        let old = try fixture.seen(store: store, after: Self.now, from: root)
        let known = store.files
        try prepare(fixture)
        for folder in ["home", "site"] { try copy(fixture, folder, to: "kept-\(folder)") }
        let arguments = try command(fixture) + ["--home", fixture.home.path]
        let writes = try Strace.writes("bundle-publish", arguments)
        #expect(writes.count > 10, "\(writes)")
        for write in writes {
            for folder in ["home", "site"] { try copy(fixture, "kept-\(folder)", to: folder) }
            try Strace.run(
                "bundle-publish", arguments, killedAt: write, scratch: fixture.folder.path)
            // An agent that comes by now is not worse off than before.
            let between = try? fixture.seen(
                store: MemoryStore(files: known), after: Self.now, from: root)
            let publish = [
                "publish", "--in", fixture.site, "--bundles", fixture.bundles, "--home",
                fixture.home.path,
            ]
            // A rotation that came through before the kill leaves the publish to be done.
            for next in arguments.first == "publish" ? [publish] : [arguments, publish] {
                let result = try Program.run("bundle-publish", next)
                #expect(result.status == 0, "after \(write): \(result.messages)")
            }
            let new = try fixture.seen(
                store: MemoryStore(files: known), after: Self.now, from: root)
            #expect(between == nil || between == old || between == new, "after \(write)")
            let leftovers = try fixture.folder.contents(of: "site").keys.filter {
                $0.contains(".tmp-")
            }
            #expect(leftovers.isEmpty, "after \(write)")
        }
    }

    /// The programs live now; a minute ahead, because two publishes in a second take the next one.
    private static var now: Int64 {
        Int64(Date().timeIntervalSince1970) + 60 - SeasonFixture.start.unixSeconds
    }

    private func copy(_ fixture: SeasonFixture, _ from: String, to: String) throws {
        let files = FileManager.default
        try? files.removeItem(atPath: fixture.folder[to])
        guard files.fileExists(atPath: fixture.folder[from]) else { return }
        try files.copyItem(atPath: fixture.folder[from], toPath: fixture.folder[to])
    }
}

/// Kills a process at one of its system calls.
private enum Strace {
    /// A call by which a process changes a disk: the how manieth of its name.
    struct Write: CustomStringConvertible {
        let call: String
        let number: Int
        var description: String { "\(call) \(number)" }
    }

    /// Without fsync: a kill loses nothing that was written, so before and after it are the same.
    private static let calls = [
        "write", "pwrite64", "ftruncate", "fchmod", "mkdir", "mkdirat", "rename", "renameat",
        "renameat2", "unlink", "unlinkat", "rmdir", "link", "linkat", "symlink", "symlinkat",
    ]

    /// Whether this machine has it and lets it trace.
    static let works: Bool =
        (try? Program.run("/usr/bin/strace", ["-f", "-o", "/dev/null", "/bin/true"]))?.status == 0

    /// All such calls of a run to its end, in order.
    static func writes(_ program: String, _ arguments: [String]) throws -> [Write] {
        let log = try TemporaryDirectory()
        let result = try Program.run(
            "/usr/bin/strace",
            [
                "-f", "-qq", "-o", log["log"], "-e", "trace=\(names(calls))",
                Program.path(of: program),
            ]
                + arguments)
        #expect(result.status == 0, "\(result.messages)")
        var counts: [String: Int] = [:]
        let lines = try log.read("log").split(separator: "\n")
        // `1234 rename("a", "b") = 0`. strace counts each thread's calls by themselves, and the threads
        // that help with checking only wake one another: the one with most calls is the one that writes.
        let threads = Dictionary(grouping: lines) { $0.split(separator: " ").first }
        let main = threads.values.max { $0.count < $1.count } ?? []
        return main.compactMap { line in
            let call = line.split(separator: "(").first?.split(separator: " ").last.map(String.init)
            guard let call, calls.contains(call) else { return nil }
            counts[call, default: 0] += 1
            return Write(call: call, number: counts[call] ?? 0)
        }
    }

    /// Runs a program to a call, before which it is killed.
    ///
    /// - Parameters:
    ///   - program: one of ours.
    ///   - arguments: its arguments.
    ///   - write: the call.
    ///   - scratch: where it may leave temporary files, which nobody removes after a kill.
    /// - Throws: where it cannot be started.
    static func run(
        _ program: String, _ arguments: [String], killedAt write: Write, scratch: String
    ) throws {
        let result = try Program.run(
            "/usr/bin/strace",
            [
                "-f", "-qq", "-o", "/dev/null", "-e",
                "inject=\(names([write.call])):signal=SIGKILL:when=\(write.number)",
                Program.path(of: program),
            ] + arguments, environment: ["TMPDIR": scratch])
        #expect(result.status == 128 + 9, "\(write): \(result.messages)")
    }

    /// For strace: calls that this machine does not have are passed over.
    private static func names(_ calls: [String]) -> String {
        calls.map { "?\($0)" }.joined(separator: ",")
    }
}
