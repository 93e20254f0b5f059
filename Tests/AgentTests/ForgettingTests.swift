import BundleFormat
@testable import BundleUpdater
import Files
import Foundation
@testable import SeasonClient
import Testing
import TestSupport
import TUF

/// A machine forgets the thief: what only a superseded key has signed is never a candidate again.
@Suite struct ForgettingTests {
    /// A machine that had "ours", then what a thief signed with the online key, and then the recovery.
    private func recovered(_ ours: [Int: String] = [2024: "ours"]) throws -> World {
        let world = try World()
        try world.publish([2024: "ours"])
        _ = world.poll()
        world.now += 60
        try world.publish([2024: "thief", 2031: "thief"])
        #expect(world.poll().outcome == .updated)
        #expect(try world.served()[2024] == "thief:downloaded")
        world.now += 60
        try world.replaceOnlineKey()
        try world.publish(ours)
        return world
    }

    private func isGone(_ world: World, _ year: Int, _ word: String) throws -> Bool {
        let version = try World.version(year, word)
        let names = try world.folder.contents(of: "state").keys
        return !names.contains { $0.contains(version.hex) }
    }

    @Test func aMachineForgetsTheThief() throws {
        let world = try recovered()
        #expect(world.poll().outcome == .updated)
        #expect(try world.served() == [2024: "ours:downloaded"])
        #expect(try isGone(world, 2024, "thief"))
        #expect(try isGone(world, 2031, "thief"))
        let thief = try World.version(2024, "thief")
        // For no command, and not after a restart without network either.
        for repository in [nil, world.folder["nothing"]] {
            _ = world.poll(repository: repository)
            #expect(throws: ChoiceError.nothingBefore(.of(2024))) {
                try world.choose { (facts) throws(ChoiceError) in try facts.rollback(.of(2024)) }
            }
            #expect(throws: ChoiceError.nothingChanged) {
                try world.choose { (facts) throws(ChoiceError) in try facts.rollback(nil) }
            }
            #expect(throws: ChoiceError.self) {
                try world.choose { (facts) throws(ChoiceError) in
                    try facts.pin(.of(2024), thief.hex)
                }
            }
            let report = try #require(PollReport.read(world.state, .standard))
            #expect(
                !report.years.flatMap(\.candidates).contains { $0.version == thief },
                "why names the thief's")
        }
        #expect(try world.exporting().targets.compactMap(\.custom?.year) == [.of(2024)])
        let lines = try HistoryFile(world.state, .standard).entries()
        #expect(lines.contains { $0.previous == thief && $0.why == .forgotten })
        #expect(lines.contains { $0.year == .of(2031) && $0.served == nil && $0.why == .forgotten })
    }

    @Test func aKeyThatWasLostCostsNoDownload() throws {
        let world = try World()
        try world.publish([2018: "x", 2024: "a"])
        _ = world.poll()
        try world.replaceOnlineKey()
        try world.publish([2018: "x", 2024: "a"])
        for year in [2018, 2024] {
            for zip in try world.zips(year) { try Files.remove("\(world.site)/\(zip)") }
        }
        #expect(world.poll().outcome == .upToDate)
        #expect(try world.served() == [2018: "x:downloaded", 2024: "a:downloaded"])
    }

    /// The publisher was stopped between the root and what the new key signs.
    @Test func untilNewSeasonsAreHadWhatWasLastVerifiedIsShown() throws {
        let world = try World()
        try world.publish([2024: "a"])
        _ = world.poll()
        world.now += 60
        try world.publish([2024: "b"])
        _ = world.poll()
        try world.replaceOnlineKey(alone: true)
        for _ in 1...2 {
            #expect(world.poll().outcome == .refused)
            #expect(try world.served() == [2024: "b:downloaded"])
        }
        // Nothing of the superseded key becomes a candidate meanwhile, with and without a repository.
        #expect(throws: ChoiceError.nothingBefore(.of(2024))) {
            try world.choose { (facts) throws(ChoiceError) in try facts.rollback(.of(2024)) }
        }
        #expect(try world.pollAlone().outcome == .embeddedOnly)
        #expect(try world.served() == [2024: "b:downloaded"])
        try world.publish([2024: "b"])
        #expect(world.poll().outcome == .upToDate)
        #expect(try isGone(world, 2024, "a"))
    }

    @Test func aPinToAThiefsContentIsGone() throws {
        let world = try recovered([2024: "new"])
        let thief = try World.version(2024, "thief")
        _ = try world.choose { (facts) throws(ChoiceError) in
            try facts.pin(.of(2024), thief.hex)
        }
        let report = world.poll()
        #expect(try world.served() == [2024: "new:downloaded"])
        #expect(Memory(world.state, .standard).choices.pins.isEmpty)
        #expect(report.repairs.contains { $0.contains("the pin to \(thief.short) is gone") })
    }

    @Test func aPinToWhatAThiefOnlyOfferedIsGone() throws {
        let world = try World()
        try world.publish([2024: "ours"])
        _ = world.poll()
        world.rollout[2024] = Rollout(waves: [.init(percent: 100, afterSeconds: 3_600)])
        try world.publish([2024: "thief"])
        _ = world.poll()
        let thief = try World.version(2024, "thief")
        for zip in try world.zips(2024) { try Files.remove("\(world.site)/\(zip)") }
        _ = try world.choose { (facts) throws(ChoiceError) in
            try facts.pin(.of(2024), thief.hex)
        }
        try world.replaceOnlineKey()
        world.rollout = [:]
        try world.publish([2024: "new"])
        _ = world.poll()
        #expect(try world.served() == [2024: "new:downloaded"])
    }

    /// He says that it was published in the year 9999.
    @Test(arguments: ["ours", "thief"])
    func aThiefsTimesBlockNothingAfterwards(_ word: String) throws {
        let world = try World()
        world.embedded = [2024: "e"]
        world.embeddedPublished = [2024: world.now - 60]
        try world.publish([2024: "ours"])
        _ = world.poll()
        let now = world.now
        world.now = try #require(UTCTime("9999-01-01T00:00:00Z")).unixSeconds
        try world.publish([2024: word])
        world.now = now + 60
        _ = world.poll()
        _ = try world.choose { (facts) throws(ChoiceError) in try facts.rollback(.of(2024)) }
        #expect(try world.served()[2024] != "\(word):downloaded")
        world.now += 60
        try world.replaceOnlineKey()
        try world.publish([2024: "new"])
        _ = world.poll()
        #expect(try world.served() == [2024: "new:downloaded"])
        world.now += 60
        try world.publish([2024: "newer"])
        _ = world.poll()
        #expect(try world.served() == [2024: "newer:downloaded"])
    }

    @Test func aThiefsVersionsNearTheLastOneAreForgotten() throws {
        let world = try World()
        try world.publish([2024: "ours"])
        _ = world.poll()
        world.version = .max - 2
        try world.publish([2024: "thief"])
        _ = world.poll()
        try world.replaceOnlineKey()
        world.version = 7
        try world.publish([2024: "ours"])
        #expect(world.poll().outcome == .updated)
        #expect(try world.served() == [2024: "ours:downloaded"])
    }

    @Test(arguments: [[2024: "ours"], [:]])
    func aThiefsRecallsDoNotCountAfterwards(_ words: [Int: String]) throws {
        let world = try World()
        world.embedded = [2024: "e"]
        try world.publish([2024: "ours"])
        _ = world.poll()
        world.recalled[2024] = ["e", "ours"]
        world.withdrawn = [2024]
        try world.publish([:])
        _ = world.poll()
        #expect(try world.served() == [:])
        (world.recalled, world.withdrawn) = ([:], [])
        try world.replaceOnlineKey()
        try world.publish(words)
        _ = world.poll()
        #expect(try world.served() == [2024: words.isEmpty ? "e:embedded" : "ours:downloaded"])
    }

    @Test func aLostMemoryAndANewerPackagedRootDoNotBringTheThiefBack() throws {
        let world = try World()
        world.embedded = [2024: "e"]
        try world.publish([2024: "thief"])
        _ = world.poll()
        try world.replaceOnlineKey()
        try world.publish([2024: "ours"])
        try Files.remove(world.state.vouched)
        world.packageNewestRoot()
        _ = world.poll()
        #expect(try world.served() == [2024: "ours:downloaded"])
        let thief = try World.version(2024, "thief")
        #expect(throws: ChoiceError.self) {
            try world.choose { (facts) throws(ChoiceError) in try facts.pin(.of(2024), thief.hex) }
        }
        _ = try world.choose { (facts) throws(ChoiceError) in try facts.rollback(.of(2024)) }
        #expect(try world.served() == [2024: "e:embedded"])
    }

    @Test("A poll with another repository's root forgets nothing", arguments: [true, false])
    func aRootThatWasNamedByMistake(_ answers: Bool) throws {
        let world = try World()
        try world.publish([2024: "a"])
        try world.copySite(to: "old")
        world.now += 60
        try world.publish([2024: "b"])
        _ = world.poll()
        let other = try World()
        let mine = world.packagedRoot
        world.trust(other)
        #expect(
            world.poll(repository: answers ? nil : world.folder["nothing"]).outcome.meaning
                .isFailure)
        world.trust(mine)
        // An older copy is still known to be older.
        _ = world.poll(repository: world.folder["old"])
        #expect(try world.served() == [2024: "b:downloaded"])
        #expect(world.status().years.first?.entry?.version == (try World.version(2024, "b")))
    }

    @Test func aMachineOnHoldForgetsTheThiefToo() throws {
        let world = try recovered()
        _ = try world.choose { (facts) throws(ChoiceError) in facts.hold(true) }
        _ = world.poll()
        #expect(try world.served() == [2024: "ours:downloaded"])
    }

    @Test func afterATheftAStoppedRolloutIsStillStopped() throws {
        let world = try World()
        try world.publish([2024: "a"])
        _ = world.poll()
        world.rollout[2024] = Rollout(waves: [.init(percent: 1, afterSeconds: 3_600)])
        world.options.wave = nil
        try world.replaceOnlineKey()
        // A content whose first hundredth this machine is not in.
        let word = try #require(
            try ["b", "c", "d"].first {
                RolloutMember.read(world.state, wave: nil)
                    .position(try World.version(2024, $0)) >= 100
            })
        try world.publish([2024: word])
        _ = world.poll()
        #expect(try world.served() == [:])
    }

    @Test func anOfflineMachineShowsWhatItHasUntilItHears() throws {
        let world = try recovered()
        _ = world.poll(repository: world.folder["nothing"])
        #expect(try world.served()[2024] == "thief:downloaded")
        try world.copySite(to: "stick")
        #expect(try world.poll(from: "stick").outcome == .updated)
        #expect(try world.served() == [2024: "ours:downloaded"])
        #expect(try isGone(world, 2024, "thief"))
    }

    /// Old metadata on a stick, and this machine's own lost: the stick is old, and that is known.
    @Test func aThiefsStickIsRefusedAlsoWhereMetadataWasLost() throws {
        let world = try World()
        try world.publish([2024: "thief"])
        _ = world.poll()
        try world.copySite(to: "stick")
        try world.replaceOnlineKey()
        try world.publish([2024: "ours"])
        _ = world.poll()
        try Files.removeTree(world.state.metadata)
        #expect(try world.poll(from: "stick").outcome == .refused)
        #expect(try world.served() == [2024: "ours:downloaded"])
        #expect(world.poll().outcome == .upToDate)
    }

    // MARK: State that the last version left

    @Test func whatTheLastVersionServedAndKeptGoesOnCounting() throws {
        let world = try World()
        for word in ["a", "b"] {
            try world.publish([2018: "x", 2024: word])
            _ = world.poll()
        }
        try Files.remove(world.state.vouched)
        try world.publish([2024: "b"])
        #expect(world.poll().outcome == .upToDate)
        #expect(try world.served() == [2018: "x:downloaded", 2024: "b:downloaded"])
        _ = try world.choose { (facts) throws(ChoiceError) in try facts.rollback(.of(2024)) }
        #expect(try world.served()[2024] == "a:downloaded")
    }

    /// It went through the recovery without forgetting anything.
    @Test func whatTheLastVersionKeptOfAThiefIsForgotten() throws {
        let world = try World()
        try world.publish([2024: "thief"])
        _ = world.poll()
        try world.replaceOnlineKey()
        let bundle = world.state.bundle(.of(2024), try World.version(2024, "thief"))
        try FileManager.default.copyItem(atPath: bundle, toPath: world.folder["kept"])
        try world.publish([2024: "ours"])
        _ = world.poll()
        try FileManager.default.copyItem(atPath: world.folder["kept"], toPath: bundle)
        try Files.remove(world.state.vouched)
        #expect(try !isGone(world, 2024, "thief"))
        _ = world.poll()
        #expect(try isGone(world, 2024, "thief"))
        #expect(throws: ChoiceError.nothingBefore(.of(2024))) {
            try world.choose { (facts) throws(ChoiceError) in try facts.rollback(.of(2024)) }
        }
    }
}
