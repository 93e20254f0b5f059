import BundleFormat
@testable import BundleUpdater
@testable import SeasonClient
import Testing
import TUF

/// What a year serves, by literals alone: versions are single letters, the year is always 2024.
@Suite struct SelectionPolicyTests {
    struct Case: CustomTestStringConvertible, Sendable {
        let testDescription: String
        /// What the sets say, oldest first, as `version:origin`; the last is the current one.
        var sets: [String?] = []
        /// The versions that are whole on the disk.
        var whole = ""
        var embedded: String?
        /// What is offered; nil where no repository was asked, empty where the year is not among the offers.
        var offer: String?
        /// `step version reason`.
        let expected: String
        /// What is kept where the step fails.
        var present: String?
    }

    static let cases: [Case] = [
        Case(
            testDescription: "first start, no news", embedded: "e",
            expected: "place e embeddedFills"),
        Case(
            testDescription: "first start, no news, placed before", whole: "e", embedded: "e",
            expected: "activate e embeddedFills"),
        Case(
            testDescription: "first start, published is embedded", embedded: "e", offer: "e",
            expected: "place e upToDate"),
        Case(
            testDescription: "first start, published is another", embedded: "e", offer: "a",
            expected: "download a published"),
        Case(
            testDescription: "up to date", sets: ["a:downloaded"], whole: "a", offer: "a",
            expected: "keep upToDate", present: "a"),
        Case(
            testDescription: "embedded is up to date", sets: ["e:embedded"], whole: "e",
            embedded: "e",
            offer: "e", expected: "keep upToDate", present: "e"),
        Case(
            testDescription: "something new", sets: ["a:downloaded"], whole: "a", offer: "b",
            expected: "download b published", present: "a"),
        Case(
            testDescription: "something new that is on the disk", sets: ["a:downloaded"],
            whole: "ab",
            offer: "b", expected: "activate b published", present: "a"),
        Case(
            testDescription: "back to what is embedded", sets: ["a:downloaded"], whole: "a",
            embedded: "e", offer: "e", expected: "place e published", present: "a"),
        Case(
            testDescription: "no news", sets: ["a:downloaded"], whole: "a", embedded: "e",
            expected: "keep noNews", present: "a"),
        Case(
            testDescription: "not published any more", sets: ["a:downloaded"], whole: "a",
            offer: "",
            expected: "keep unpublished", present: "a"),
        Case(
            testDescription: "never published, embedded", embedded: "e", offer: "",
            expected: "place e embeddedFills"),
        Case(
            testDescription: "the program was replaced", sets: ["e:embedded"], whole: "e",
            embedded: "f", expected: "place f embeddedChanged", present: "e"),
        Case(
            testDescription: "the program was replaced, published wins", sets: ["e:embedded"],
            whole: "e", embedded: "f", offer: "e", expected: "keep upToDate", present: "e"),
        Case(
            testDescription: "the program does not undo a download", sets: ["a:downloaded"],
            whole: "a", embedded: "f", expected: "keep noNews", present: "a"),
        Case(
            testDescription: "damaged, the one before is whole",
            sets: ["a:downloaded", "b:downloaded"],
            whole: "a", embedded: "e", expected: "keep restored", present: "a"),
        Case(
            testDescription: "damaged, published again", sets: ["a:downloaded", "b:downloaded"],
            whole: "a", offer: "b", expected: "download b damaged", present: "a"),
        Case(
            testDescription: "damaged, only the embedded one is whole", sets: ["b:downloaded"],
            embedded: "e", expected: "place e damaged"),
        Case(
            testDescription: "damaged, nothing is whole", sets: ["b:downloaded"],
            expected: "keep lost"),
        Case(
            testDescription: "left out on purpose stays out", sets: ["a:downloaded", nil],
            whole: "a",
            expected: ""),
    ]

    @Test(arguments: cases) func steps(_ row: Case) throws {
        var inventory = Inventory()
        inventory.bundles[year] = Set(row.whole.map { version("\($0)") })
        if let embedded = row.embedded { inventory.embedded[year] = version(embedded) }
        for (at, text) in row.sets.enumerated() {
            var index = SetIndex()
            if let text { index.entries[year] = try entry(text) }
            inventory.sets.append(SetRecord(number: at + 1, index: index, isWhole: true))
            inventory.currentNumber = at + 1
        }
        let plan = plan(inventory, offers: row.offer.map(offers))
        #expect(plan.years.map(words).joined() == row.expected)
        #expect(plan.years.first?.present?.version == row.present.map(version))
    }

    @Test func withoutACurrentSetTheNewestReadableCounts() throws {
        var inventory = Inventory()
        inventory.bundles[year] = [version("a")]
        inventory.sets = [
            SetRecord(
                number: 1, index: SetIndex(entries: [year: try entry("a:downloaded")]),
                isWhole: true),
            SetRecord(number: 2, index: nil, isWhole: false),
        ]
        let plan = plan(inventory, offers: nil)
        #expect(plan.years.map(words) == ["keep noNews"])
        // There is no current set to compare with, so one is written.
        #expect(plan.current == nil)
        #expect(
            plan.index(failed: [], nowUnixSeconds: 9).entries[year] == (try entry("a:downloaded")))
    }

    @Test func aStepThatFailedLeavesTheYearAsItWas() throws {
        var inventory = Inventory()
        inventory.bundles[year] = [version("a")]
        let index = SetIndex(entries: [year: try entry("a:downloaded")])
        inventory.sets = [SetRecord(number: 1, index: index, isWhole: true)]
        inventory.currentNumber = 1
        let plan = plan(inventory, offers: offers("b"))
        #expect(plan.index(failed: [year], nowUnixSeconds: 9) == index)
        #expect(
            plan.index(failed: [], nowUnixSeconds: 9).entries[year]
                == SetIndex.Entry(
                    version: version("b"), origin: .downloaded, sinceUnixSeconds: 9,
                    publishedUnixSeconds: 1_795_219_200))
    }

    // MARK: Shorthand

    private func plan(_ inventory: Inventory, offers: Offers?) -> UpdatePlan {
        SelectionPolicy(
            inventory: inventory, word: offers.map { .fresh($0) } ?? .none, nowUnixSeconds: 9
        ).plan()
    }

    private var year: BundleYear {
        guard let year = BundleYear(2024) else { preconditionFailure("2024 is a year") }
        return year
    }

    /// A letter as a version: its code in hexadecimal, 32 times.
    private func version(_ letter: String) -> ContentVersion {
        let hex = letter.utf8.map { String($0, radix: 16) }.joined()
        guard let version = ContentVersion(String(repeating: hex, count: 32)) else {
            preconditionFailure("\(letter) is no letter")
        }
        return version
    }

    private func letter(_ version: ContentVersion) -> String {
        UInt8(version.hex.prefix(2), radix: 16).map { String(UnicodeScalar($0)) } ?? "?"
    }

    private func entry(_ text: String) throws -> SetIndex.Entry {
        let parts = text.split(separator: ":").map(String.init)
        return SetIndex.Entry(
            version: version(parts[0]), origin: try #require(BundleOrigin(rawValue: parts[1])),
            sinceUnixSeconds: 1)
    }

    private func offers(_ letter: String) -> Offers {
        guard !letter.isEmpty else { return Offers([]) }
        return Offers([
            TargetFile(
                path: "f1/2024/bundle.zip", lengthBytes: 1,
                hashes: ["sha256": String(repeating: "0", count: 64)],
                custom: TargetCustom(
                    year: year, version: version(letter), published: "2026-11-21T00:00:00Z"
                ).json)
        ])
    }

    private func words(_ plan: YearPlan) -> String {
        let step =
            switch plan.step {
            case .keep: "keep"
            case .activate(let version, _, _): "activate \(letter(version))"
            case .place(let version, _): "place \(letter(version))"
            case .download(let offer): "download \(letter(offer.custom.version))"
            }
        let reason = "\(plan.reason)".prefix { $0 != "(" }
        return "\(step) \(reason)"
    }
}
