import BundleArchive
import BundleFormat
@testable import BundleUpdater
import Files
import Foundation
@testable import SeasonClient
import Testing
import TestSupport
import TUF

/// A state folder that a user or a dying disk has damaged: repaired where the machine has the means.
@Suite struct DamageTests {
    struct Case: CustomTestStringConvertible, Sendable {
        let testDescription: String
        /// Relative to the state folder; `BUNDLE` stands for 2024's.
        let path: String
        /// What is put there; nil to remove it.
        let content: String?
        /// What is served of 2024 without network; nil for nothing.
        let offline: String?

        init(_ name: String, _ path: String, _ content: String?, offline: String?) {
            testDescription = name
            self.path = path
            self.content = content
            self.offline = offline
        }
    }

    static let cases: [Case] = [
        Case("a changed file", "BUNDLE/samples/a.txt", "evil", offline: "a:downloaded"),
        Case("a removed file", "BUNDLE/samples/a.txt", nil, offline: "a:downloaded"),
        Case("a file too many", "BUNDLE/extra.txt", "evil", offline: "a:downloaded"),
        Case("a removed bundle", "BUNDLE", nil, offline: "a:downloaded"),
        Case("all bundles removed", "bundles", nil, offline: "e:embedded"),
        Case("a removed link", "current/2024", nil, offline: "b:downloaded"),
        Case("a removed index", "current/set.json", nil, offline: "b:downloaded"),
        Case("a nonsense index", "current/set.json", "[]", offline: "b:downloaded"),
        Case("current removed", "current", nil, offline: "b:downloaded"),
        Case("all sets removed", "sets", nil, offline: "b:downloaded"),
        Case("metadata removed", "metadata", nil, offline: "b:downloaded"),
        Case("a nonsense timestamp", "metadata/timestamp.json", "evil", offline: "b:downloaded"),
        Case("everything removed", ".", nil, offline: "e:embedded"),
    ]

    @Test(arguments: cases) func theNextPollRepairs(_ row: Case) throws {
        let world = try spoilt(row)
        let report = world.poll()
        #expect(report.severity == .harmless, "\(report)")
        #expect(try world.served() == [2024: "b:downloaded"])
        world.now += 900
        #expect(world.poll().outcome == .upToDate)
    }

    @Test(arguments: cases) func withoutNetworkTheBestThatIsWholeIsServed(_ row: Case) throws {
        let world = try spoilt(row)
        try Files.removeTree(world.state.zips)
        _ = world.poll(repository: world.folder["nothing"])
        #expect(try world.served()[2024] == row.offline)
    }

    @Test(
        "A dry run says what the poll does, also where something is to be repaired",
        arguments: [true, false])
    func aDryRunOverDamage(_ isRecalled: Bool) throws {
        let world = try World()
        world.embedded = [2024: "e"]
        try world.publish([2024: "e"])
        _ = world.poll()
        world.now += 60
        if isRecalled {
            world.recalled[2024] = ["e"]
            world.withdrawn = [2024]
            try world.publish([:])
        } else {
            world.rollout[2024] = Rollout(waves: [.init(percent: 100, afterSeconds: 3_600)])
            try world.publish([2024: "a"])
        }
        try Files.remove(world.state.current)
        let plan = try world.poller().preview().plan
        let report = world.poll()
        let (planned, done) = (try #require(plan.years.first), try #require(report.years.first))
        #expect(planned.result?.version == done.entry?.version)
        #expect(done.entry == nil ? isRecalled : !isRecalled)
        #expect(done.reason.hasPrefix(planned.reason.sentence), "\(planned.reason.sentence)")
    }

    @Test(arguments: cases) func withoutNetworkTheZipRepairs(_ row: Case) throws {
        let world = try spoilt(row)
        let expected = try world.poller(world.folder["nothing"]).preview()
        let report = world.poll(repository: world.folder["nothing"])
        #expect(try world.served()[2024] == (row.path == "." ? "e:embedded" : "b:downloaded"))
        #expect(expected.severity == report.severity)
        #expect(
            report.repairs.contains { $0.contains("unpacked again") }
                == (row.path.hasPrefix("BUNDLE") || row.path == "bundles"))
    }

    /// Neither a hold nor a pin nor a rollback keeps the very version from being repaired that it keeps.
    @Test(arguments: ["hold", "pin", "rollback"], [true, false])
    func whatAPersonChoseIsServedAgainAfterDamage(_ choice: String, _ isOnline: Bool) throws {
        let world = try World()
        world.embedded = [2024: "e"]
        try world.publish([2024: "a"])
        _ = world.poll()
        if choice == "rollback" {
            try world.publish([2024: "b"])
            _ = world.poll()
        }
        let version = try World.version(2024, "a")
        _ = try world.choose { (facts) throws(ChoiceError) in
            switch choice {
            case "hold": facts.hold(true)
            case "pin": try facts.pin(.of(2024), version.short)
            default: try facts.rollback(.of(2024))
            }
        }
        try world.publish([2024: "b"])
        _ = world.poll()
        #expect(try world.served() == [2024: "a:downloaded"])
        try world.folder.write("", to: "state/bundles/2024/\(version)/samples/a.txt")
        let report = world.poll(repository: isOnline ? nil : world.folder["nothing"])
        #expect(try world.served() == [2024: "a:downloaded"])
        #expect(report.repairs.contains { $0.contains("unpacked again") }, "\(report)")
    }

    @Test func damageWithNothingElseToServeLeavesTheYearOutAndSaysSo() throws {
        let world = try World()
        try world.publish([2018: "x", 2024: "a"])
        _ = world.poll()
        let version = try World.version(2024, "a")
        try world.folder.write("evil", to: "state/bundles/2024/\(version)/samples/a.txt")
        try Files.removeTree(world.state.zips)
        let report = world.poll(repository: world.folder["nothing"])
        #expect(try world.served() == [2018: "x:downloaded"])
        #expect(report.years.last?.reason.contains("every version of this year is damaged") == true)
    }

    @Test func aFolderInThePlaceOfCurrentIsReplaced() throws {
        let world = try World()
        world.embedded = [2024: "e"]
        try world.publish([2024: "a"])
        _ = world.poll()
        // What a copy leaves that follows links.
        try Files.remove(world.state.current)
        try world.folder.write("{}", to: "state/current/set.json")
        #expect(world.poll().severity == .harmless)
        #expect(try world.served() == [2024: "a:downloaded"])
        #expect(try Files.names(in: world.state.downloads) == [])
    }

    /// A machine out of descriptors once took every bundle for damaged and served none of them.
    @Test(arguments: 4...8) func aMachineWithoutDescriptorsDamagesNothing(_ limit: Int) throws {
        let world = try World(now: SystemClock.unixSeconds())
        try world.publish([2018: "x", 2024: "a"])
        _ = world.poll()
        let served = try SetIndex.read(world.state).entries
        try Files.replaceFileAndSync(at: world.folder["root.json"], with: world.root.bytes)
        let agent = Program.path(of: "bundle-agent")
        _ = try Program.run(
            "/bin/sh",
            [
                "-c", "ulimit -n \(limit); exec \"$0\" \"$@\"", agent, "poll", "--repository",
                world.site, "--root", world.folder["root.json"], "--state", world.state.path,
            ])
        // What the program has inside may fill further years.
        let after = try SetIndex.read(world.state).entries
        #expect(after.filter { served.keys.contains($0.key) } == served)
        for (year, entry) in after {
            try BundleVerifier.verify(
                directory: "\(world.state.current)/\(year)", expecting: entry.version)
        }
    }

    @Test func namesThatAreNotUTF8AreInNobodysWay() throws {
        let world = try World()
        try world.publish([2024: "a"])
        _ = world.poll()
        let notUTF8: [CChar] = [-1, -2, 0]
        for folder in ["", "metadata/", "bundles/", "bundles/2024/", "sets/", "downloads/"] {
            let path = world.folder["state/\(folder)"].utf8.map(CChar.init(bitPattern:))
            #expect(mkdir(path + notUTF8, 0o755) == 0)
        }
        try Files.remove(world.state.current)
        #expect(symlink(notUTF8, world.state.current) == 0)
        try world.publish([2024: "b"])
        #expect(world.poll().outcome == .updated)
        #expect(try world.served() == [2024: "b:downloaded"])
    }

    /// A machine that went from `a` to `b` and has `e` inside its program, spoilt.
    private func spoilt(_ row: Case) throws -> World {
        let world = try World()
        world.embedded = [2024: "e"]
        for word in ["a", "b"] {
            try world.publish([2024: word])
            _ = world.poll()
        }
        #expect(try world.served() == [2024: "b:downloaded"])
        let version = try World.version(2024, "b")
        let path = "state/" + row.path.replacing("BUNDLE", with: "bundles/2024/\(version)")
        // A link in the way is itself what is removed, never what it names.
        if let content = row.content {
            try world.folder.write(content, to: path)
        } else {
            try Files.removeTree(world.folder[path.replacing("/.", with: "")])
        }
        return world
    }
}
