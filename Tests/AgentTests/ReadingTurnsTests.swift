import BundleArchive
import BundleFormat
@testable import BundleUpdater
import Files
import Foundation
@testable import SeasonClient
import Testing
import TestSupport

/// Which bundles a poll reads whole, and so when damage is found.
@Suite struct ReadingTurnsTests {
    /// The pause between two polls, in seconds, and how long no year may go unread.
    @Test(
        arguments: [
            (300, 10_800), (900, 10_800), (990, 11_790), (3_600, 14_400), (86_400, 86_400),
        ] as [(Int64, Int64)])
    func eachYearIsReadWithinThreeHoursAndAPause(_ pause: Int64, _ longest: Int64) {
        let start: Int64 = 1_800_000_123
        var lastRead = Array(repeating: start, count: 12)
        var now = start
        while now < start + 7 * 86_400 {
            let turns = ReadingTurns.since(now, nowUnixSeconds: now + pause)
            now += pause
            for position in 0..<12 where turns.includes(position, of: 12) {
                #expect(now - lastRead[position] <= longest)
                lastRead[position] = now
            }
        }
        #expect(lastRead.allSatisfy { now - $0 <= longest })
    }

    @Test func aPollReadsOneYearAndAFirstOneAll() {
        func read(_ previous: Int64?, _ now: Int64) -> [Int] {
            (0..<12).filter {
                ReadingTurns.since(previous, nowUnixSeconds: now).includes($0, of: 12)
            }
        }
        #expect(read(900, 1_800) == [2])
        #expect(read(1_800, 1_801) == [2], "the same turn")
        #expect(read(9_000, 11_700) == [0, 1, 11], "a pause of 45 minutes")
        #expect(read(nil, 900) == Array(0..<12))
        #expect(read(.min, .max) == Array(0..<12))
        #expect(read(.min, .min) == [0])
    }

    /// What a dying disk, an editor or `rm` does inside a bundle.
    @Test(arguments: [
        "echo abd > samples/a.txt", "rm samples/a.txt", "touch more", "chmod 000 samples",
    ])
    func damageIsFoundWhenItsYearComes(_ script: String) throws {
        let world = try world()
        try damage(world, script)
        var found: [Int] = []
        for poll in 1...6 {
            world.now += 900
            if !world.poll().repairs.isEmpty { found.append(poll) }
        }
        #expect(found.count == 1 && found[0] <= 3)
        #expect(try world.served()[2024] == "abc:downloaded")
        let bundle = world.state.bundle(.of(2024), try World.version(2024, "abc"))
        try BundleVerifier.verify(directory: bundle, expecting: World.version(2024, "abc"))
    }

    @Test("A service reads all bundles when it starts, as does a poll that a person starts")
    func aStartFindsAllDamage() throws {
        let world = try world()
        try damage(world, "echo abd > samples/a.txt")
        world.options.readsAllFirst = true
        let repairs = world.poller().prepare().repairs
        #expect(repairs.count == 1 && repairs[0].contains("unpacked again"))
    }

    @Test func aBundleThatIsGoneIsRestoredAtOnce() throws {
        let world = try world()
        try damage(world, "rm -r $PWD")
        #expect(world.poll().repairs.count == 1)
        #expect(try world.served()[2024] == "abc:downloaded")
    }

    /// A machine of three years that has just read 2024.
    private func world() throws -> World {
        let world = try World()
        world.options.readsAllFirst = false
        world.embedded = [2018: "e", 2024: "e", 2026: "e"]
        try world.publish([2018: "x", 2024: "abc", 2026: "y"])
        #expect(world.poll().outcome == .updated)
        while world.now / 900 % 3 != 1 { world.now += 900 }
        #expect(world.poll().outcome == .upToDate)
        return world
    }

    /// Runs a script of sh in the bundle that 2024 serves.
    private func damage(_ world: World, _ script: String) throws {
        let bundle = world.state.bundle(.of(2024), try World.version(2024, "abc"))
        let done = try Program.run("/bin/sh", ["-ec", "cd '\(bundle)'; \(script)"])
        try #require(done.status == 0, "\(done.messages)")
    }
}
