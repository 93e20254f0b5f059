import BundleFormat
@testable import BundleUpdater
import Files
import Foundation
@testable import SeasonClient
import Testing
import TestSupport
import TUF

/// Whole polls against a repository made by the publisher's code.
@Suite struct PollTests {
    @Test func aFreshMachineGetsWhatIsPublished() throws {
        let world = try World()
        world.embedded = [2024: "a"]
        try world.publish([2018: "x", 2024: "b", 2026: "y"])
        let report = world.poll()
        #expect(report.outcome == .updated)
        #expect(report.severity == .harmless)
        #expect(
            try world.served() == [
                2018: "x:downloaded", 2024: "b:downloaded", 2026: "y:downloaded",
            ])
    }

    @Test func whatIsEmbeddedAndPublishedIsNotFetched() throws {
        let world = try World()
        world.embedded = [2018: "x", 2024: "a"]
        try world.publish([2018: "x", 2024: "b"])
        for zip in try world.zips(2018) { try Files.remove("\(world.site)/\(zip)") }
        #expect(world.poll().actions == [2018: .embedded, 2024: .installed])
        #expect(try world.served() == [2018: "x:embedded", 2024: "b:downloaded"])
    }

    @Test func aSecondPollChangesNothingButTheReport() throws {
        let world = try World()
        world.embedded = [2018: "e"]
        try world.publish([2018: "x", 2024: "a"])
        _ = world.poll()
        func rest() throws -> [String: Data] {
            try world.folder.contents(of: "state").filter {
                $0.key != "last-poll.json"
            }
        }
        let before = try rest()
        world.now += 900
        let report = world.poll()
        #expect(report.outcome == .upToDate)
        #expect(try rest() == before)
    }

    @Test func onlyTheChangedYearIsFetchedAndItsAgeStartsAnew() throws {
        let world = try World()
        try world.publish([2018: "x", 2024: "a"])
        _ = world.poll()
        for zip in try world.zips(2018) { try Files.remove("\(world.site)/\(zip)") }
        let first = world.now
        world.now += 900
        try world.publish([2018: "x", 2024: "b"])
        for zip in try world.zips(2018) { try Files.remove("\(world.site)/\(zip)") }
        let report = world.poll()
        #expect(report.actions == [2018: .kept, 2024: .installed])
        #expect(report.years.last?.previous == (try World.version(2024, "a")))
        #expect(report.years.map { $0.entry?.sinceUnixSeconds } == [first, first + 900])
    }

    @Test func withoutARepositoryTheEmbeddedSetIsServed() throws {
        let world = try World()
        world.embedded = [2018: "e", 2024: "e"]
        let report = try world.pollAlone()
        #expect(report.outcome == .embeddedOnly)
        #expect(try world.served() == [2018: "e:embedded", 2024: "e:embedded"])
    }

    @Test func anUnreachableRepositoryLeavesTheEmbeddedSetOnAFreshMachine() throws {
        let world = try World()
        world.embedded = [2024: "e"]
        let report = world.poll(repository: world.folder["nothing"])
        #expect(report.outcome == .unreachable)
        #expect(report.severity == .failed)
        #expect(report.lastSuccessUnixSeconds == nil)
        #expect(try world.served() == [2024: "e:embedded"])
    }

    @Test func anUnreachableRepositoryLeavesWhatWasServedAndKeepsCount() throws {
        let world = try World()
        try world.publish([2024: "a"])
        let success = world.poll().lastSuccessUnixSeconds
        try Files.rename(world.site, to: world.folder["gone"])
        for count in 1...3 {
            world.now += 900
            let report = world.poll()
            #expect(report.failuresInARow == count)
            #expect(report.lastSuccessUnixSeconds == success)
        }
        #expect(try world.served() == [2024: "a:downloaded"])
        try Files.rename(world.folder["gone"], to: world.site)
        #expect(world.poll().failuresInARow == 0)
    }

    @Test func aYearThatIsNotPublishedIsFilledFromTheProgram() throws {
        let world = try World()
        world.embedded = [2018: "e", 2024: "e"]
        try world.publish([2024: "b"])
        #expect(world.poll().actions == [2018: .embedded, 2024: .installed])
        #expect(try world.served() == [2018: "e:embedded", 2024: "b:downloaded"])
    }

    @Test func aYearTakenOutOfTheRepositoryIsKept() throws {
        let world = try World()
        try world.publish([2018: "x", 2024: "a"])
        _ = world.poll()
        try world.publish([2024: "a"])
        #expect(world.poll().actions == [2018: .kept, 2024: .kept])
        #expect(try world.served() == [2018: "x:downloaded", 2024: "a:downloaded"])
    }

    @Test func aNewerProgramBringsItsOwnBundle() throws {
        let world = try World()
        world.embedded = [2018: "old", 2024: "old"]
        try world.publish([2024: "b"])
        _ = world.poll()
        world.embedded = [2018: "new", 2024: "new"]
        _ = try world.pollAlone()
        #expect(try world.served() == [2018: "new:embedded", 2024: "b:downloaded"])
    }

    @Test func oneBadYearIsHeldBackAlone() throws {
        let world = try World()
        world.embedded = [2018: "e"]
        try world.publish([2018: "x", 2024: "a", 2026: "y"])
        for zip in try world.zips(2018) { try world.write(Array("no zip".utf8), zip) }
        for zip in try world.zips(2026) { try Files.remove("\(world.site)/\(zip)") }
        let report = world.poll()
        #expect(report.outcome == .incomplete)
        #expect(report.severity == .refused)
        #expect(report.years.map(\.family) == [.refused, nil, .unreachable])
        #expect(try world.served() == [2018: "e:embedded", 2024: "a:downloaded"])
        #expect(try world.disk().allSatisfy { !$0.hasPrefix("downloads/") })

        try world.publish([2018: "x", 2024: "a", 2026: "y"])
        #expect(world.poll().outcome == .updated)
    }

    @Test func aBundleWithAnotherVersionThanSignedIsRefused() throws {
        let world = try World()
        try world.publish([2024: "a"])
        _ = world.poll()
        let signed = try World.version(2024, "other")
        world.editTargets = { targets in
            targets = targets.map { target in
                TargetFile(
                    path: target.path, lengthBytes: target.lengthBytes, hashes: target.hashes,
                    custom: BundleYear(2024).map {
                        TargetCustom(year: $0, version: signed, published: "2026-11-21T00:00:00Z")
                            .json
                    })
            }
        }
        try world.publish([2024: "b"])
        let report = world.poll()
        #expect(report.years.map(\.family) == [.refused])
        #expect(try world.served() == [2024: "a:downloaded"])
    }

    @Test func expiredMetadataIsRefusedAndWhatWasServedStays() throws {
        let world = try World()
        try world.publish([2024: "a"])
        _ = world.poll()
        world.now += 91 * 86_400
        let report = world.poll()
        #expect(report.outcome == .refused)
        #expect(report.severity == .refused)
        #expect(report.problem?.contains("expired") == true)
        #expect(try world.served() == [2024: "a:downloaded"])
        try world.publish([2024: "b"])
        #expect(world.poll().outcome == .updated)
    }

    /// Two caches of one network are seldom equally fresh.
    @Test func anOlderAnswerThanKnownIsKeptOutWithoutAlarm() throws {
        let world = try World()
        try world.publish([2024: "a"])
        try FileManager.default.copyItem(atPath: world.site, toPath: world.folder["behind"])
        world.now += 60
        try world.publish([2024: "b"])
        #expect(world.poll().outcome == .updated)
        let known = world.now
        world.now += 60
        let report = world.poll(repository: world.folder["behind"])
        #expect(
            report.outcome == .older && report.severity == .harmless && report.failuresInARow == 0)
        #expect(report.contact(with: world.site).lastSuccessUnixSeconds == known)
        #expect(try world.served() == [2024: "b:downloaded"])
        #expect(world.poll().outcome == .upToDate)

        // One who plays old answers back for ever is told by what is known running out.
        _ = world.poll(repository: world.folder["behind"])
        world.now += 91 * 86_400
        #expect(world.status().mayBeOutdated)
    }

    @Test func aWebPageInsteadOfMetadataIsNoNetwork() throws {
        let world = try World()
        try world.publish([2024: "a"])
        try world.write(Array("<html>Sign in</html>".utf8), "metadata/timestamp.json")
        #expect(world.poll().outcome == .unreachable)
    }

    @Test func aStateFolderThatCannotBeMadeIsSaid() throws {
        let world = try World()
        try world.publish([2024: "a"])
        try world.folder.write("a file is in the way", to: "state")
        let report = world.poll()
        #expect(report.outcome == .state)
        #expect(report.severity == .failed)
        #expect(report.problem?.hasPrefix("cannot create ") == true)
    }

    @Test func whileAnotherProcessIsAtWorkAPollStandsBack() throws {
        let world = try World()
        try world.publish([2024: "a"])
        _ = world.poll()
        var other: Lock? = try Lock(world.state.lock)
        let report = world.poll()
        #expect(report.outcome == .state)
        #expect(report.problem?.contains("another bundle-agent") == true)
        #expect(report.years.map(\.entry?.version) == [try World.version(2024, "a")])
        withExtendedLifetime(other) {}
        other = nil
        #expect(world.poll().outcome == .upToDate)
    }

    @Test func betweenPollsTheStateFolderIsNobodys() throws {
        let world = try World()
        try world.publish([2024: "a"])
        let (first, second) = (world.poller(), world.poller())
        #expect(first.poll().outcome == .updated)
        #expect(second.poll().outcome == .upToDate)
        #expect(first.poll().outcome == .upToDate)
    }

    @Test func beingAskedToEndDuringDownloadsLeavesTheRestForTheNextPoll() throws {
        let world = try World()
        try world.publish([2018: "x", 2024: "a"])
        let partials = "\(world.state.downloads)"
        // Metadata is let through; the first download is not.
        world.isCancelled = { (try? Files.names(in: partials))?.isEmpty == false }
        let report = world.poll()
        #expect(report.outcome == .cancelled)
        #expect(report.failuresInARow == 0)
        world.isCancelled = { false }
        #expect(world.poll().outcome == .updated)
        #expect(try world.served() == [2018: "x:downloaded", 2024: "a:downloaded"])
    }

    @Test func theDiskHoldsThreeSetsAtMostAndNoBundleThatNoneNames() throws {
        let world = try World()
        for round in 0..<8 {
            try world.publish([2018: "x", 2024: "a\(round)"])
            #expect(world.poll().severity == .harmless)
            #expect(try Files.names(in: world.state.sets).count <= 3)
        }
        #expect(try Files.names(in: world.state.sets) == ["6", "7", "8"])
        #expect(try Files.names(in: "\(world.state.bundles)/2024").count == 3)
        #expect(try Files.names(in: "\(world.state.bundles)/2018").count == 1)
        #expect(try Files.names(in: world.state.zips).count == 4)
    }
}

/// A lock that another process holds.
final class Lock {
    private let lock: FileLock

    init(_ path: String) throws {
        let (folder, name) = try Folder.above(path)
        guard let lock = try FileLock(exclusive: name, in: folder) else {
            throw Unexpected("it is taken")
        }
        self.lock = lock
    }
}
