import BundleFormat
import Foundation
import TUF
import TestSupport
import Testing

@testable import BundlePublisher

/// SIGKILL at writes of a command: the same command again goes through.
///
/// An agent in between sees the old or the new, never a mix. strace counts the writes and sends the signal.
/// `make crash-test` tries every write.
@Suite(.needs(.tracing), .serialized)
struct KillTests {
    @Test(
        "A command that is killed at one of its writes goes on when it is repeated",
        arguments: [
            "publish", "first publish", "recall 2024 VERSION --to embedded", "keys rotate-online",
        ])
    func killedAtAWrite(_ command: String) throws {
        let fixture = try SeasonFixture.publishedNow()
        let root = try fixture.home.roots().first
        let store = MemoryStore()
        let old = try fixture.seen(store: store, after: SeasonFixture.soon, from: root)
        let known = store.files
        if command == "publish" { try fixture.addSeason(2024, title: "Another") }
        if command == "first publish" { try fixture.folder.remove("site") }
        let isPublish = command.hasSuffix("publish")
        let place = ["--in", fixture.site, "--home", fixture.home.path]
        let publish = ["publish", "--bundles", fixture.bundles] + place
        let version =
            try command.contains("VERSION")
            ? fixture.entry(after: SeasonFixture.soon).version.hex : ""
        for folder in ["home", "site"] { try copy(fixture, folder, to: "kept-\(folder)") }
        var arguments =
            command.replacing("VERSION", with: version).split(separator: " ").map(String.init)
            + place
        if isPublish { arguments = publish }
        let writes = try Strace.writes("bundle-publish", arguments)
        #expect(writes.count > 5, "\(writes)")
        for write in CrashPoints.sample(writes, 6) {
            for folder in ["home", "site"] { try copy(fixture, "kept-\(folder)", to: folder) }
            try Strace.run(
                "bundle-publish", arguments, killedAt: write, scratch: fixture.folder.path)
            // An agent that comes by now is not worse off than before.
            let between = try? fixture.seen(
                store: MemoryStore(files: known), after: SeasonFixture.soon, from: root)
            // A rotation that came through before the kill leaves the publish to be done.
            for next in isPublish ? [publish] : [arguments, publish] {
                let result = try Program.run("bundle-publish", next)
                #expect(result.status == 0, "after \(write): \(result.messages)")
            }
            let new = try fixture.seen(
                store: MemoryStore(files: known), after: SeasonFixture.soon, from: root)
            #expect(between == nil || between == old || between == new, "after \(write)")
            let leftovers = try fixture.folder.contents(of: "site").keys.filter {
                $0.contains(".tmp-")
            }
            #expect(leftovers.isEmpty, "after \(write)")
        }
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
        var isWritten = false
        return main.compactMap { line in
            let call = line.split(separator: "(").first?.split(separator: " ").last.map(String.init)
            guard let call, calls.contains(call) else { return nil }
            counts[call, default: 0] += 1
            // Of the calls that write one file after the other, the first stands for all: no name changes.
            let keepsNames = ["write", "pwrite64", "ftruncate", "fchmod"].contains(call)
            defer { isWritten = keepsNames }
            return keepsNames && isWritten ? nil : Write(call: call, number: counts[call] ?? 0)
        }
    }

    /// Runs a program to a call, before which it is killed; its temporary files go into `scratch`.
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
