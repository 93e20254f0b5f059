import BundleFormat
@testable import BundleUpdater
@testable import SeasonClient
import Testing

/// What is deleted, by literals alone.
@Suite struct ReapPlanTests {
    struct Case: CustomTestStringConvertible, Sendable {
        let testDescription: String
        /// Sets by number, with the version letter each has of 2024; nil where it cannot be read.
        let sets: [Int: String?]
        let current: Int?
        var whole = ""
        var damaged = ""
        var wanted: String?
        /// Set numbers and version letters, in order.
        let unneeded: [String]
        var leftovers: [String] = []
    }

    static let cases: [Case] = [
        Case(testDescription: "nothing there", sets: [:], current: nil, unneeded: []),
        Case(testDescription: "one set", sets: [1: "a"], current: 1, whole: "a", unneeded: []),
        Case(
            testDescription: "three sets stay", sets: [1: "a", 2: "b", 3: "c"], current: 3,
            whole: "abc",
            unneeded: []),
        Case(
            testDescription: "the fourth goes with its bundle",
            sets: [1: "a", 2: "b", 3: "c", 4: "d"], current: 4, whole: "abcd",
            unneeded: ["1", "a"]),
        Case(
            testDescription: "a bundle that a kept set names stays",
            sets: [1: "a", 2: "b", 3: "c", 4: "a"], current: 4, whole: "abc", unneeded: ["1"]),
        Case(
            testDescription: "a set that was never switched to", sets: [1: "a", 2: "b"], current: 1,
            whole: "ab", unneeded: ["b"], leftovers: ["2"]),
        Case(
            testDescription: "a set that cannot be read takes no place",
            sets: [1: "a", 2: "b", 3: nil, 4: "d"], current: 4, whole: "abd", unneeded: ["3"]),
        Case(
            testDescription: "what a plan wants stays", sets: [1: "a"], current: 1, whole: "abc",
            wanted: "b", unneeded: ["c"]),
        Case(
            testDescription: "damaged, in use", sets: [1: "a"], current: 1, damaged: "a",
            unneeded: []),
        Case(
            testDescription: "damaged, in an older set", sets: [1: "a", 2: "b"], current: 2,
            whole: "b",
            damaged: "a", unneeded: ["a"]),
        Case(
            testDescription: "without a current set nothing goes", sets: [1: "a", 2: "b"],
            current: nil,
            whole: "abc", damaged: "d", unneeded: []),
        Case(
            testDescription: "a current set that cannot be read", sets: [1: "a", 2: nil],
            current: 2,
            whole: "abc", unneeded: []),
    ]

    @Test(arguments: cases) func deletions(_ row: Case) throws {
        let year = try #require(BundleYear(2024))
        func version(_ letter: Character) throws -> ContentVersion {
            try #require(ContentVersion(String(repeating: letter, count: 64)))
        }
        var inventory = Inventory()
        inventory.currentNumber = row.current
        inventory.bundles[year] = Set(try row.whole.map(version))
        inventory.damaged[year] = Set(try row.damaged.map(version))
        for (number, letter) in row.sets.sorted(by: { $0.key < $1.key }) {
            let entry = try letter?.first.map {
                SetIndex.Entry(version: try version($0), origin: .downloaded, sinceUnixSeconds: 1)
            }
            inventory.sets.append(
                SetRecord(
                    number: number, index: entry.map { SetIndex(entries: [year: $0]) },
                    isWhole: entry != nil))
        }
        let wanted = try row.wanted?.first.map { [year: try version($0)] } ?? [:]
        let plan = ReapPlan.unneeded(inventory, setsMax: 3, wanted: wanted)
        #expect(short(plan) == row.unneeded)
        #expect(short(.leftovers(inventory)) == row.leftovers)
    }

    @Test func whatIsHalfDoneGoesFirst() {
        var inventory = Inventory()
        inventory.leftovers = ["downloads/x.partial", ".tmp-1"]
        #expect(ReapPlan.leftovers(inventory).deletions == inventory.leftovers)
    }

    @Test func aZipGoesWithTheLastSetThatNamesItsBundle() throws {
        let year = try #require(BundleYear(2024))
        let versions = try "ab".map {
            try #require(ContentVersion(String(repeating: $0, count: 64)))
        }
        var inventory = Inventory()
        inventory.currentNumber = 1
        inventory.zips = Set(versions)
        let entry = SetIndex.Entry(version: versions[0], origin: .downloaded, sinceUnixSeconds: 1)
        inventory.sets = [
            SetRecord(number: 1, index: SetIndex(entries: [year: entry]), isWhole: true)
        ]
        #expect(
            ReapPlan.unneeded(inventory, setsMax: 3).deletions
                == ["zips/\(versions[1].hex).zip"])
        #expect(
            ReapPlan.unneeded(inventory, setsMax: 3, wanted: [year: versions[1]]).deletions == [])
    }

    /// `sets/3` as `3`, `bundles/2024/aaaa…` as `a`.
    private func short(_ plan: ReapPlan) -> [String] {
        plan.deletions.map { String($0.split(separator: "/").last?.first ?? "?") }
    }
}
