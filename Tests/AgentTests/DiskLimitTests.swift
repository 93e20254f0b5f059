import BundleFormat
@testable import BundleUpdater
import Files
@testable import SeasonClient
import Testing
import TestSupport
import TUF

/// A limit on all that the agent keeps: what is served stays, the newest seasons come first.
@Suite struct DiskLimitTests {
    // MARK: The decision

    private func offers(_ years: ClosedRange<Int>, zipBytes: Int) throws -> Offers {
        try Offers(
            years.map { year in
                TargetFile(
                    path: "f1/\(year)/bundle.zip", lengthBytes: zipBytes,
                    hashes: ["sha256": String(repeating: "0", count: 64)],
                    custom: TargetCustom(
                        year: .of(year), version: try World.version(year, "n"),
                        published: "2026-11-21T00:00:00Z"
                    ).json)
            })
    }

    private func taken(
        _ inventory: Inventory, _ offers: Offers, _ budget: DiskBudget = DiskBudget()
    ) -> [Int] {
        SelectionPolicy(inventory: inventory, word: .fresh(offers), nowUnixSeconds: 9)
            .plan(within: budget).years.filter { $0.step.offer != nil }.map(\.year.number)
    }

    /// 60 signed years of 60 kB each, which may unpack to 12 MB, would be 720 MB.
    @Test func theNewestSeasonsAreTakenAsFarAsThereIsRoom() throws {
        let offers = try offers(2001...2060, zipBytes: 60_000)
        #expect(taken(Inventory(), offers) == Array(2041...2060))
        #expect(
            taken(Inventory(), offers, DiskBudget(limitBytes: 1_000_000_000)) == Array(2001...2060))
    }

    @Test func aMachineKeepsAHundredSeasons() throws {
        #expect(try taken(Inventory(), offers(1992...2191, zipBytes: 100)) == Array(2092...2191))
    }

    @Test func whatIsServedStaysAndIsCounted() throws {
        var inventory = Inventory()
        var index = SetIndex()
        for year in 2001...2020 {
            let version = try World.version(year, "o")
            index.entries[.of(year)] = SetIndex.Entry(version: version, origin: .downloaded)
            inventory.bundles[.of(year)] = [version]
            inventory.bundleBytes[.of(year)] = [version: 12_000_000]
        }
        inventory.sets = [SetRecord(number: 1, index: index, isWhole: true)]
        inventory.currentNumber = 1
        // 240 MB are served: one new content may take the place of one old one, no new season fits.
        let offers = try offers(2020...2030, zipBytes: 60_000)
        #expect(taken(inventory, offers) == [2020])
        let plan = SelectionPolicy(
            inventory: inventory, word: .fresh(offers), nowUnixSeconds: 9
        ).plan(within: DiskBudget())
        #expect(plan.years.filter { $0.present != nil }.count == 20)
        #expect(plan.years.last?.reason.trouble == .state)
    }

    @Test func olderSetsGoFirst() throws {
        var inventory = Inventory()
        for number in 1...3 {
            let version = try World.version(2024, "\(number)")
            inventory.bundles[.of(2024), default: []].insert(version)
            inventory.bundleBytes[.of(2024), default: [:]][version] = 80_000_000
            inventory.sets.append(
                SetRecord(
                    number: number,
                    index: SetIndex(
                        entries: [.of(2024): .init(version: version, origin: .downloaded)]),
                    isWhole: true))
        }
        inventory.currentNumber = 3
        let offer = try #require(try offers(2025...2025, zipBytes: 500_000).accepted.values.first)
        #expect(DiskBudget().kept(inventory, setsMax: 3).sets == 3)
        #expect(DiskBudget().kept(inventory, setsMax: 3, wanted: [offer]).sets == 2)
        #expect(DiskBudget(limitBytes: 1).kept(inventory, setsMax: 3).sets == 1)
        let spared = [BundleYear.of(2024): try World.version(2024, "9")]
        #expect(
            DiskBudget(limitBytes: 1).kept(inventory, setsMax: 3, spared: spared).spared.isEmpty)
    }

    // MARK: Whole machines

    private func bytes(_ world: World) throws -> Int {
        try world.folder.contents(of: "state").values.reduce(0) { $0 + $1.count }
    }

    @Test func theLimitThatAMessageNamesHasRoomForAll() throws {
        let world = try World()
        try world.publish(Dictionary(uniqueKeysWithValues: (2015...2026).map { ($0, "x") }))
        world.options.diskLimitBytes = DiskBudget.bookkeepingBytes + 300_000
        let reason = try #require(world.poll().years.first?.reason)
        let named = try #require(reason.firstMatch(of: /([0-9]+)M has room for all/), "\(reason)")
        let megabytes = try #require(Int(named.1))
        // The number is no larger than it must be.
        #expect(megabytes * 1_000_000 < DiskBudget.bookkeepingBytes + 3_000_000)
        world.options.diskLimitBytes = megabytes * 1_000_000
        #expect(world.poll().outcome == .updated)
        #expect(try world.served().count == 12)
    }

    @Test func whatHasNoRoomIsHeldBackAndTakenOnceThereIs() throws {
        let world = try World()
        let words = Dictionary(uniqueKeysWithValues: (2015...2026).map { ($0, "x") })
        try world.publish(words)
        world.options.diskLimitBytes = DiskBudget.bookkeepingBytes + 300_000
        let first = world.poll()
        #expect(first.outcome == .incomplete && first.severity == .failed)
        let served = try world.served().keys.sorted()
        #expect(served.count < 12 && served == Array((2027 - served.count)...2026))
        #expect(first.years[0].reason.contains("of 'disk-limit' are in use"), "\(first.years[0])")
        #expect(Memory(world.state, .standard).trials.failures.isEmpty)
        // What they really take is less than what they might have taken.
        _ = world.poll()
        #expect(try world.served().count > served.count)
        world.options.diskLimitBytes = DiskBudget.standardBytes
        #expect(world.poll().outcome == .updated)
        #expect(try world.served().count == 12)
        world.options.diskLimitBytes = 0
        #expect(world.poll().outcome == .upToDate)
        try world.publish(words.mapValues { _ in "y" })
        _ = world.poll()
        #expect(try world.served().values.allSatisfy { $0 == "x:downloaded" })
        #expect(try Files.names(in: world.state.sets).count == 1)
    }
}
