@testable import bundle_agent
@testable import BundleUpdater
import Files
import Foundation
@testable import SeasonClient
import Testing
import TestSupport

/// The agent deletes what it does not know in its own folder, so it takes no folder that may belong to a user.
@Suite struct StateMarkTests {
    @Test(
        "a folder with a user's files is refused and left alone",
        arguments: [
            "downloads/film.mkv", "zips/photos.zip", "current/letter.txt", "holiday.jpg",
            "bundles/2024/notes", "lock", "metadata/root.json", "sets/1/set.json",
        ])
    func foreign(_ name: String) throws {
        let world = try World()
        try world.publish([2024: "a"])
        try world.folder.write("mine", to: "state/\(name)")
        let before = try world.folder.contents(of: "state")
        let report = world.poll()
        #expect(report.outcome == .state)
        #expect(
            try #require(report.problem).hasPrefix(
                "\(world.state.path): expected an empty folder or the agent's own, found other"))
        #expect(throws: AgentError.state(StateTrouble.foreign(world.state.path).sentence)) {
            try world.choose { (facts) throws(ChoiceError) in facts.hold(true) }
        }
        #expect(throws: FileError.self) {
            try Bookkeeping(state: world.state, metricsFile: nil)
                .record(report, milliseconds: 1, nextUnixSeconds: 5)
        }
        #expect(throws: FileError.self) { try report.write(world.state) }
        #expect(StateTrouble.find(world.state, isPolled: true) == .foreign(world.state.path))
        #expect(try world.poller().preview().severity == .failed)
        #expect(try world.folder.contents(of: "state") == before)

        // The remedy in its sentence.
        try world.folder.write("", to: "state/.bundle-agent")
        #expect(world.poll().severity == .harmless)
    }

    @Test("the program says it, with status and doctor")
    func program() throws {
        let folder = try TemporaryDirectory()
        try folder.write("mine", to: "home/downloads/film.mkv")
        try folder.write("", to: "root.json")
        for command in [["hold"], ["status"], ["doctor"], ["reset"]] {
            let result = try Program.run(
                "bundle-agent", command + ["--config", "none", "--state", folder["home"]])
            #expect(result.status != 0, "\(command)")
            #expect(
                (result.output + result.messages).contains("name another folder with --state"),
                "\(command): \(result)")
        }
        #expect(try folder.contents(of: "home").keys.sorted() == ["downloads/film.mkv"])
    }

    @Test("an empty folder is taken, also that of a new disk, and marked first")
    func empty() throws {
        let world = try World()
        try world.publish([2024: "a"])
        try Files.createDirectoriesAndSync(world.folder["state/lost+found"])
        // What an agent has left that was killed while it wrote the mark.
        try world.folder.write("", to: "state/\(Files.temporaryPrefix)1-0")
        #expect(world.poll().severity == .harmless)
        #expect(try Files.kind(world.state.mark) == .file)
        #expect(try world.served() == [2024: "a:downloaded"])
    }

    @Test(
        "a mark that is lost is made again, while a set is in use",
        arguments: ["", "folder", "link"])
    func lostMark(_ instead: String) throws {
        let world = try World()
        try world.publish([2024: "a"])
        _ = world.poll()
        try Files.remove(world.state.mark)
        if instead == "folder" { try world.folder.write("x", to: "state/.bundle-agent/x") }
        if instead == "link" {
            try Files.replaceLinkAndSync(at: world.state.mark, pointingTo: "/etc/passwd")
        }
        let report = world.poll()
        #expect(report.severity == .harmless)
        #expect(report.repairs.contains { $0.contains("the mark of the agent's own folder") })
        #expect(try Files.kind(world.state.mark) == .file)
        #expect(world.poll().repairs.isEmpty)
    }
}
