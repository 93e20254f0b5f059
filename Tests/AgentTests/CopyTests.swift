@testable import bundle_agent
import BundleFormat
@testable import BundleUpdater
import Files
import Foundation
import Glibc
@testable import SeasonClient
import Testing
import TestSupport
import TUF

/// Sticks: taken with the same trust as the repository, in whatever state they come.
@Suite struct CopyTests {
    @Test func aStickBringsWhatTheNetworkDoesNot() throws {
        let world = try World()
        try world.publish([2018: "x", 2024: "a"])
        #expect(world.poll().outcome == .updated)
        let polled = try #require(PollReport.read(world.state, .standard))
        world.now += 3_600
        try world.publish([2018: "x", 2024: "b"])
        try world.copySite(to: "stick")
        let before = try world.listing("stick")

        let report = try world.poll(from: "stick")
        #expect(report.outcome == .updated)
        #expect(try world.served() == [2018: "x:downloaded", 2024: "b:downloaded"])
        // What is known of the repository is as it was; where this came from is said.
        #expect(report.source == world.folder["stick"])
        #expect(report.repository == polled.repository)
        #expect(report.lastSuccessUnixSeconds == polled.lastSuccessUnixSeconds)
        #expect(report.lastCopy == .init(path: world.folder["stick"], atUnixSeconds: world.now))
        #expect(PollReport.read(world.state, .standard) == report)
        #expect(try world.listing("stick") == before)
        // And the repository goes on from there.
        #expect(world.poll().outcome == .upToDate)
        #expect(PollReport.read(world.state, .standard)?.lastCopy == report.lastCopy)
    }

    @Test func aMachineWithoutARepositoryTakesASticksWord() throws {
        let world = try World()
        world.embedded = [2024: "e"]
        _ = try world.pollAlone()
        try world.publish([2024: "a"])
        try world.copySite(to: "stick")
        let report = try world.poll(from: "stick")
        #expect(report.outcome == .updated)
        #expect(report.repository == nil)
        #expect(try world.served() == [2024: "a:downloaded"])
        #expect(try world.poll(from: "stick").outcome == .upToDate)
    }

    /// The copy is right, so no message asks for another one.
    @Test func aDamagedRootOfThisMachineIsNotTheCopysFault() throws {
        let world = try World()
        try world.publish([2024: "a"])
        try world.copySite(to: "stick")
        world.damagePackagedRoot()
        for report in [try world.poll(from: "stick"), world.poll()] {
            let problem = try #require(report.problem)
            #expect(
                problem.hasPrefix("packaged root: ") && problem.contains("--root"), "\(problem)")
            #expect(!problem.contains("copy"))
        }
    }

    struct Spoilt: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let outcome: PollReport.Outcome
        let problem: String
        let spoil: @Sendable (World) throws -> Void

        init(
            _ testDescription: String, _ outcome: PollReport.Outcome, _ problem: String,
            _ spoil: @escaping @Sendable (World) throws -> Void
        ) {
            self.testDescription = testDescription
            self.outcome = outcome
            self.problem = problem
            self.spoil = spoil
        }
    }

    static let spoilt: [Spoilt] = [
        Spoilt("older than what is known", .refused, "it is older than what this machine has") {
            let old = try $0.listing("stick")
            try $0.publish([2024: "c"])
            _ = $0.poll()
            #expect(try $0.listing("stick") == old)
        },
        Spoilt("of another repository", .refused, "another repository") { world in
            let other = try World(now: world.now)
            try other.publish([2024: "evil"])
            try Files.removeTree(world.folder["stick"])
            try FileManager.default.copyItem(atPath: other.site, toPath: world.folder["stick"])
        },
        Spoilt("expired", .refused, "make a new copy on a machine that is up to date") {
            $0.now += 91 * 86_400
        },
        Spoilt("without its snapshot", .unreachable, "the copy is not complete; copy it again") {
            try Files.remove($0.folder["stick/metadata/2.snapshot.json"])
        },
        Spoilt("with half a snapshot", .refused, "copy it again") {
            let whole = try $0.folder.read("stick/metadata/2.snapshot.json")
            try $0.folder.write(String(whole.prefix(100)), to: "stick/metadata/2.snapshot.json")
        },
        Spoilt("with an empty timestamp", .refused, "copy it again") {
            try $0.folder.write("", to: "stick/metadata/timestamp.json")
        },
        Spoilt("without its bundle", .incomplete, "") {
            try Files.removeTree($0.folder["stick/targets"])
        },
    ]

    @Test(arguments: spoilt) func aUselessStickChangesNothing(_ row: Spoilt) throws {
        let world = try World()
        try world.publish([2024: "a"])
        _ = world.poll()
        try world.publish([2024: "b"])
        try world.copySite(to: "stick")
        try row.spoil(world)
        let served = try world.served()
        let before = PollReport.read(world.state, .standard)
        let report = try world.poll(from: "stick")
        #expect(report.outcome == row.outcome, "\(report.problem ?? "")")
        #expect(report.severity != .harmless)
        #expect(try world.served() == served)
        #expect(report.problem?.contains(row.problem) ?? row.problem.isEmpty, "\(report)")
        guard report.outcome != .incomplete else {
            #expect(report.years.first?.reason.hasSuffix("is not complete; copy it again") == true)
            return
        }
        // The next look at the repository's state is not disturbed.
        #expect(PollReport.read(world.state, .standard) == before)
        #expect(PollText.message(report)?.hasPrefix("\(world.folder["stick"]): ") == true)
        #expect(PollText.message(report)?.contains("\n") == false)
    }

    @Test func aStickThatIsPulledOutMeanwhile() throws {
        let world = try World()
        try world.publish([2024: "a"])
        try world.copySite(to: "stick")
        let copy = try RepositoryCopy(world.folder["stick"])
        try Files.rename(world.folder["stick"], to: world.folder["pocket"])
        let report = world.poll(copy: copy)
        #expect(report.outcome == .unreachable)
        #expect(
            report.problem?.hasSuffix("was the stick pulled out? plug it in and poll again")
                == true)
    }

    @Test func rootRotationsAreFollowedFromAStick() throws {
        let world = try World()
        try world.publish([2024: "a"])
        _ = world.poll()
        try world.rotateRoot()
        try world.publish([2024: "b"])
        try world.copySite(to: "stick")
        #expect(try world.poll(from: "stick").outcome == .updated)
        #expect(try world.served() == [2024: "b:downloaded"])
    }

    @Test func whatIsNoCopyIsSaidWithTheRemedy() throws {
        let world = try World()
        try world.publish([2024: "a"])
        try world.copySite(to: "mount/bundles")
        try world.folder.write("text", to: "file")
        try world.folder.write("", to: "empty/x")
        try #require(mkfifo(world.folder["pipe"], 0o600) == 0)
        for (path, sentence) in [
            ("nothing", "is the stick plugged in and mounted?"),
            ("mount", "did you mean \(world.folder["mount/bundles"])?"),
            ("empty", "copy it again, or make it with 'bundle-agent export'"),
            ("file", "unpack it and give the folder"),
            ("pipe", "or give '-' to read standard input"),
        ] {
            do throws(AgentError) {
                _ = try RepositoryCopy(world.folder[path])
                Issue.record("\(path) is taken")
            } catch {
                #expect(error.description.hasPrefix("\(world.folder[path]): "))
                #expect(error.description.hasSuffix(sentence))
            }
        }
    }
}

extension World {
    /// Polls once from a folder or file of this world.
    func poll(from name: String) throws -> PollReport {
        poll(copy: try RepositoryCopy(folder[name]))
    }

    /// Polls once from a copy.
    func poll(copy: RepositoryCopy) -> PollReport {
        return Poller(
            state: state, embedded: (try? embeddedSet()) ?? EmbeddedSet(files: []),
            repository: Poller.Repository(
                packagedRoot: packagedRoot,
                mirrors: [Mirror(address: copy.path, fetcher: copy.fetcher)], isCopy: true),
            clock: { self.now }
        ).poll()
    }

    /// Puts the repository as it is now on a stick.
    func copySite(to name: String) throws {
        try Files.createDirectoriesAndSync(Paths.parent(of: folder[name]))
        try FileManager.default.copyItem(atPath: site, toPath: folder[name])
    }

    /// Every file below a folder with its content and the time it was written.
    func listing(_ name: String) throws -> [String: String] {
        var listing: [String: String] = [:]
        for (path, bytes) in try folder.contents(of: name) {
            let time = try Files.modificationTime(folder["\(name)/\(path)"])
            listing[path] = "\(bytes.base64EncodedString()) \(time ?? 0)"
        }
        return listing
    }
}
