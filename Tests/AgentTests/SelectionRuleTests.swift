import BundleFormat
@testable import BundleUpdater
import JSON
@testable import SeasonClient
import Testing
import TestSupport
import TUF

/// Recalls, pins, holds, rollbacks, waves and what is embedded later, by literals alone.
///
/// Versions are single letters, the year is 2024, the time is 1,000; `b@900` was published at 900.
@Suite struct SelectionRuleTests {
    struct Case: CustomTestStringConvertible, Sendable {
        let testDescription: String
        /// What the sets say, oldest first, as `version@published:origin`; the last is the current one.
        var sets: [String?] = []
        /// The versions that are whole on the disk.
        var whole = ""
        /// `version@published`.
        var embedded: String?
        /// `version@published`, or nothing where the year is withdrawn, then recalled letters behind a minus; nil where
        /// no repository was asked.
        var offer: String?
        var isFresh = true
        var waves: [Rollout.Wave] = []
        /// The wave that this machine is configured for; its identity puts it at 50.07 % for c.
        var wave: Int?
        var pin: String?
        var isHeld = false
        /// `versions@published`.
        var left: String?
        /// `version@last`, failed once, in the self-test.
        var failed: String?
        /// `version@until`.
        var notice: String?
        /// `step version reason`, then for each version that did not pass its rule: `b!wave`.
        let expected: String
    }

    static let cases: [Case] = [
        // Recalls.
        Case(
            testDescription: "recalled, the target names another", sets: ["b@500:downloaded"],
            whole: "b", offer: "c@900-b", expected: "download c recalled b!recall"),
        Case(
            testDescription: "recalled, the other is on the disk",
            sets: ["a@300:downloaded", "b@500:downloaded"], whole: "ab", offer: "a@900-b",
            expected: "keep recalled b!recall"),
        Case(
            testDescription: "recalled on a machine that never had another",
            sets: ["b@500:downloaded"], whole: "b", embedded: "e@100", offer: "-b",
            expected: "place e recalled b!recall ?!recall"),
        Case(
            testDescription: "withdrawn, nothing embedded", sets: ["b@500:downloaded"], whole: "b",
            offer: "-b", expected: "keep recalled b!recall ?!recall"),
        Case(
            testDescription: "withdrawn: an older set does not count",
            sets: ["a@300:downloaded", "b@500:downloaded"], whole: "ab", offer: "-b",
            expected: "keep recalled b!recall ?!recall a!recall"),
        Case(
            testDescription: "withdrawn: what is served is not recalled",
            sets: ["a@300:downloaded"], whole: "a", embedded: "e@100", offer: "-b",
            expected: "place e withdrawn a!recall ?!recall"),
        Case(
            testDescription: "withdrawn: the program's content stays", sets: ["e@100:embedded"],
            whole: "e", embedded: "e@100", offer: "-b", expected: "keep withdrawn ?!recall"),
        Case(
            testDescription: "withdrawn: the program's content is recalled",
            sets: ["e@100:embedded"],
            whole: "e", embedded: "e@100", offer: "-e", expected: "keep recalled e!recall ?!recall"),
        Case(
            testDescription: "withdrawn: a pin stays", sets: ["a@300:downloaded"], whole: "a",
            embedded: "e@100", offer: "-b", pin: "a", expected: "keep pinned ?!recall e!pin"),
        Case(
            testDescription: "withdrawn: a rollback from the program's content ends",
            sets: ["e@100:embedded", "a@300:downloaded"], whole: "ea", embedded: "e@100",
            offer: "-b", left: "e@100", expected: "keep withdrawn a!recall ?!recall"),
        Case(
            testDescription: "withdrawn: a hold does not keep it", sets: ["a@300:downloaded"],
            whole: "a", embedded: "e@100", offer: "-b", isHeld: true,
            expected: "place e withdrawn a!recall ?!recall"),
        Case(
            testDescription: "withdrawn, on a machine that never had it", offer: "-b",
            expected: "keep withdrawn ?!recall"),
        Case(
            testDescription: "offered although it is recalled",
            sets: ["a@300:downloaded", "b@500:downloaded"], whole: "ab", offer: "b@500-b",
            expected: "keep recalled b!recall"),
        Case(
            testDescription: "the embedded one is recalled", sets: ["e@100:embedded"], whole: "e",
            embedded: "e@100", offer: "c@900-e", expected: "download c recalled e!recall"),
        Case(
            testDescription: "the embedded one is recalled, and offline", embedded: "e@100",
            offer: "c@900-e", isFresh: false,
            expected: "keep notReached c!reach e!recall"),
        Case(
            testDescription: "offline, the recall is remembered and the one before it served",
            sets: ["a@300:downloaded", "b@500:downloaded"], whole: "ab", offer: "c@900-b",
            isFresh: false, expected: "keep recalled b!recall c!reach"),
        Case(
            testDescription: "a recall overrides a wave", sets: ["b@500:downloaded"], whole: "b",
            offer: "c@900-b", waves: [.init(percent: 1, afterSeconds: 0)],
            expected: "download c recalled b!recall"),
        Case(
            testDescription: "a recall overrides a pin", sets: ["b@500:downloaded"], whole: "b",
            offer: "c@900-b", pin: "b", expected: "download c recalled b!recall"),
        Case(
            testDescription: "a recall of something else changes nothing",
            sets: ["b@500:downloaded"], whole: "b", offer: "b@500-x", expected: "keep upToDate"),

        // What is inside the program.
        Case(
            testDescription: "a newer program than what was downloaded",
            sets: ["b@500:downloaded"], whole: "b", embedded: "e@600",
            expected: "place e embeddedNewer b!newest"),
        Case(
            testDescription: "an older program than what was downloaded",
            sets: ["b@500:downloaded"], whole: "b", embedded: "e@400",
            expected: "keep noNews e!newest"),
        Case(
            testDescription: "a newer program than what is offered", embedded: "e@950",
            offer: "c@900", expected: "place e embeddedFills c!newest"),
        Case(
            testDescription: "a newer program stays", sets: ["e@950:embedded"], whole: "e",
            embedded: "e@950", offer: "c@900", expected: "keep embeddedStays c!newest"),
        Case(
            testDescription: "published after the program", sets: ["e@400:embedded"], whole: "e",
            embedded: "e@400", offer: "c@900", expected: "download c published e!newest"),
        Case(
            testDescription: "published in the same second: the repository's word",
            sets: ["e@900:embedded"], whole: "e", embedded: "e@900", offer: "c@900",
            expected: "download c published e!newest"),
        Case(
            testDescription: "a download from before moments were kept stays",
            sets: ["b:downloaded"], whole: "b", embedded: "e@600",
            expected: "keep noNews e!newest"),

        // Waves and waits.
        Case(
            testDescription: "its wave is open", sets: ["b@500:downloaded"], whole: "b",
            offer: "c@900", waves: [.init(percent: 51, afterSeconds: 100)],
            expected: "download c published b!newest"),
        Case(
            testDescription: "its wave is to come", sets: ["b@500:downloaded"], whole: "b",
            offer: "c@900",
            waves: [.init(percent: 50, afterSeconds: 0), .init(percent: 100, afterSeconds: 101)],
            expected: "keep blocked c!wave"),
        Case(
            testDescription: "no wave reaches it", sets: ["b@500:downloaded"], whole: "b",
            offer: "c@900", waves: [.init(percent: 50, afterSeconds: 0)],
            expected: "keep blocked c!wave"),
        Case(
            testDescription: "a canary", sets: ["b@500:downloaded"], whole: "b", offer: "c@900",
            waves: [.init(percent: 1, afterSeconds: 0)], wave: 1,
            expected: "download c published b!newest"),
        Case(
            testDescription: "what is embedded needs no wave", embedded: "e@100", offer: "e@900",
            waves: [.init(percent: 1, afterSeconds: 0)], expected: "place e upToDate"),
        Case(
            testDescription: "a clock behind the publication: a wave that opens at once is open",
            sets: ["b@500:downloaded"], whole: "b", offer: "c@2000",
            waves: [.init(percent: 100, afterSeconds: 0)],
            expected: "download c published b!newest"),
        Case(
            testDescription: "a clock behind the publication: a later wave is to come",
            sets: ["b@500:downloaded"], whole: "b", offer: "c@2000",
            waves: [.init(percent: 100, afterSeconds: 1)], expected: "keep blocked c!wave"),
        Case(
            testDescription: "its random wait is to come", sets: ["b@500:downloaded"], whole: "b",
            offer: "c@900", waves: [.init(percent: 100, afterSeconds: 0)], notice: "c@1001",
            expected: "keep blocked c!hold-off"),
        Case(
            testDescription: "its random wait is over", sets: ["b@500:downloaded"], whole: "b",
            offer: "c@900", waves: [.init(percent: 100, afterSeconds: 0)], notice: "c@1000",
            expected: "download c published b!newest"),

        // People.
        Case(
            testDescription: "pinned to what is served", sets: ["b@500:downloaded"], whole: "b",
            offer: "c@900", pin: "b", expected: "keep pinned c!pin"),
        Case(
            testDescription: "pinned to an older one",
            sets: ["a@300:downloaded", "b@500:downloaded"],
            whole: "ab", offer: "b@500", pin: "a", expected: "activate a pinned b!newest"),
        Case(
            testDescription: "pinned to what is offered, before its wave",
            sets: ["b@500:downloaded"], whole: "b", offer: "c@900",
            waves: [.init(percent: 1, afterSeconds: 0)], pin: "c",
            expected: "download c pinned b!newest"),
        Case(
            testDescription: "pinned to the embedded one", sets: ["b@500:downloaded"], whole: "b",
            embedded: "e@100", offer: "b@500", pin: "e", expected: "place e pinned b!newest"),
        Case(
            testDescription: "pinned to what is nowhere", sets: ["b@500:downloaded"], whole: "b",
            offer: "c@900", pin: "x", expected: "keep blocked c!pin x!reach"),
        Case(
            testDescription: "held", sets: ["b@500:downloaded"], whole: "b", embedded: "e@950",
            offer: "c@900", isHeld: true, expected: "keep blocked c!hold e!hold"),
        Case(
            testDescription: "held, and damaged", sets: ["b@500:downloaded"], embedded: "e@100",
            offer: "b@500", isHeld: true, expected: "download b damaged e!newest"),
        Case(
            testDescription: "held, and recalled", sets: ["b@500:downloaded"], whole: "b",
            embedded: "e@100", offer: "c@900-b", isHeld: true,
            expected: "place e recalled b!recall c!hold"),
        Case(
            testDescription: "going back", sets: ["a@300:downloaded", "b@500:downloaded"],
            whole: "ab", offer: "b@500", left: "b@500",
            expected: "keep rolledBack b!rollback"),
        Case(
            testDescription: "gone back", sets: ["b@500:downloaded", "a@300:downloaded"],
            whole: "ab", offer: "b@500", left: "b@500", expected: "keep blocked b!rollback"),
        Case(
            testDescription: "gone back, the same published anew",
            sets: ["b@500:downloaded", "a@300:downloaded"], whole: "ab", offer: "b@900",
            left: "b@500", expected: "activate b published a!newest"),
        Case(
            testDescription: "gone back, something newer published",
            sets: ["b@500:downloaded", "a@300:downloaded"], whole: "ab", offer: "c@900",
            left: "b@500", expected: "download c published a!newest b!rollback"),
        Case(
            testDescription: "back to the embedded one", sets: ["b@500:downloaded"], whole: "b",
            embedded: "e@100", offer: "b@500", left: "b@500",
            expected: "place e rolledBack b!rollback"),
        Case(
            testDescription: "back from the embedded one",
            sets: ["b@500:downloaded", "e@600:embedded"], whole: "be", embedded: "e@600",
            offer: "b@500", left: "e@600", expected: "keep rolledBack e!rollback"),

        // Trials.
        Case(
            testDescription: "failed a moment ago", sets: ["b@500:downloaded"], whole: "b",
            offer: "c@900", failed: "c@900", expected: "keep blocked c!trial"),
        Case(
            testDescription: "failed long ago", sets: ["b@500:downloaded"], whole: "b",
            offer: "c@900", failed: "c@100", expected: "download c published b!newest"),
        Case(
            testDescription: "another one failed", sets: ["b@500:downloaded"], whole: "b",
            offer: "c@900", failed: "x@900", expected: "download c published b!newest"),
        Case(
            testDescription: "failed at a time that is to come", sets: ["b@500:downloaded"],
            whole: "b", offer: "c@900", failed: "c@1001",
            expected: "download c published b!newest"),
    ]

    /// Chosen so that it is just behind one half of all machines for version c.
    private static let identity = "m39"

    @Test(arguments: cases) func rules(_ row: Case) throws {
        #expect(words(try policy(row).plan()) == row.expected)
    }

    /// What is decided once is decided for good: the same facts after the step lead to no other.
    @Test(arguments: cases) func decisionsStand(_ row: Case) throws {
        var policy = try policy(row)
        let plan = policy.plan()
        var inventory = policy.inventory
        let index = plan.index(failed: [], nowUnixSeconds: 1_000)
        let number = inventory.nextSetNumber
        inventory.sets.append(SetRecord(number: number, index: index, isWhole: true))
        inventory.currentNumber = number
        if let entry = index.entries[Letters.year] {
            inventory.bundles[Letters.year, default: []].insert(entry.version)
        }
        policy = SelectionPolicy(
            inventory: inventory, word: policy.word, choices: policy.choices,
            trials: policy.trials, machine: policy.machine, nowUnixSeconds: 1_000)
        #expect(policy.plan().years.allSatisfy { $0.step == .keep }, "\(words(policy.plan()))")
        #expect(policy.plan().index(failed: [], nowUnixSeconds: 1_001) == index)
    }

    @Test func aMachinesPlaceIsAFunctionOfItsIdentityAndTheVersion() {
        #expect(RolloutMember(id: Self.identity).position(Letters.version("c")) == 5007)
        #expect(RolloutMember(id: Self.identity).position(Letters.version("d")) != 5007)
    }

    private func policy(_ row: Case) throws -> SelectionPolicy {
        let year = Letters.year
        var inventory = Inventory()
        inventory.bundles[year] = Set(row.whole.map { Letters.version("\($0)") })
        if let text = row.embedded {
            let (letter, moment) = Letters.split(text)
            inventory.embedded[year] = Letters.version(letter)
            inventory.embeddedPublished[year] = moment
        }
        for (at, text) in row.sets.enumerated() {
            var index = SetIndex()
            if let text { index.entries[year] = try Letters.entry(text) }
            inventory.sets.append(SetRecord(number: at + 1, index: index, isWhole: true))
            inventory.currentNumber = at + 1
        }
        var choices = Choices()
        choices.pins[year] = row.pin.map {
            Choices.Pin(version: Letters.version($0), sinceUnixSeconds: 1)
        }
        if row.isHeld { choices.heldSinceUnixSeconds = 1 }
        if let left = row.left {
            let (letters, moment) = Letters.split(left)
            choices.rollbacks[year] = Choices.Rollback(
                left: letters.map { Letters.version("\($0)") },
                publishedUnixSeconds: moment ?? 0, sinceUnixSeconds: 1)
        }
        var trials = Trials()
        if let failed = row.failed {
            let (letter, moment) = Letters.split(failed)
            trials.failures[year] = Trial(
                version: Letters.version(letter), kind: .selfTest, reason: "it is wrong", count: 1,
                lastUnixSeconds: moment ?? 0)
        }
        if let notice = row.notice {
            let (letter, moment) = Letters.split(notice)
            trials.notices[year] = Trials.Notice(
                version: Letters.version(letter), publishedUnixSeconds: 900,
                untilUnixSeconds: moment ?? 0)
        }
        let offers = row.offer.map { Letters.offers($0, waves: row.waves) }
        let word = offers.map { row.isFresh ? RepositoryWord.fresh($0) : .remembered($0) }
        return SelectionPolicy(
            inventory: inventory, word: word ?? .none, choices: choices, trials: trials,
            machine: RolloutMember(id: Self.identity, wave: row.wave), nowUnixSeconds: 1_000)
    }

    private func words(_ plan: UpdatePlan) -> String {
        plan.years.map { year in
            let step =
                switch year.step {
                case .keep: "keep"
                case .activate(let version, _, _): "activate \(Letters.letter(version))"
                case .place(let version, _): "place \(Letters.letter(version))"
                case .download(let offer): "download \(Letters.letter(offer.custom.version))"
                }
            let failed = year.candidates.compactMap { candidate in
                // An older one that is not the newest is no news.
                candidate.failed.first.flatMap { finding in
                    finding.rule == .newest && candidate.sources == [.earlier]
                        ? nil
                        : " \(candidate.version.map(Letters.letter) ?? "?")!\(finding.rule.rawValue)"
                }
            }
            return "\(step) \("\(year.reason)".prefix { $0 != "(" })" + failed.joined()
        }.joined()
    }
}

/// Letters as versions and what is made of them.
enum Letters {
    static var year: BundleYear {
        guard let year = BundleYear(2024) else { preconditionFailure("2024 is a year") }
        return year
    }

    /// A letter as a version: its code in hexadecimal, 32 times.
    static func version(_ letter: String) -> ContentVersion {
        let hex = letter.utf8.map { String($0, radix: 16) }.joined()
        guard let version = ContentVersion(String(repeating: hex, count: 32)) else {
            preconditionFailure("\(letter) is no letter")
        }
        return version
    }

    static func letter(_ version: ContentVersion) -> String {
        UInt8(version.hex.prefix(2), radix: 16).map { String(UnicodeScalar($0)) } ?? "?"
    }

    /// `b@900` as its parts.
    static func split(_ text: String) -> (String, Int64?) {
        let parts = text.split(separator: "@").map(String.init)
        return (parts.first ?? "", parts.count > 1 ? Int64(parts[1]) : nil)
    }

    /// `b@900:downloaded`.
    static func entry(_ text: String) throws -> SetIndex.Entry {
        let parts = text.split(separator: ":").map(String.init)
        let (letter, published) = split(parts[0])
        return SetIndex.Entry(
            version: version(letter), origin: try #require(BundleOrigin(rawValue: parts[1])),
            sinceUnixSeconds: 1, publishedUnixSeconds: published)
    }

    /// `b@900-xy`: b, published at 900, x and y recalled; `-xy`: the year is withdrawn, x and y recalled.
    static func offers(_ text: String, waves: [Rollout.Wave] = [], holdOff: Int = 0) -> Offers {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false).map(String.init)
        let (letter, published) = split(parts[0])
        let recalled = parts.count > 1 ? parts[1].map { version("\($0)") } : []
        func target(_ path: String, _ custom: JSON) -> TargetFile {
            TargetFile(
                path: path, lengthBytes: 1,
                hashes: ["sha256": String(repeating: "0", count: 64)], custom: custom)
        }
        let list = RecallList(
            recalled: [year: Set(recalled)], withdrawn: letter.isEmpty ? [year] : [])
        let record = target(RecallList.targetPath, list.json)
        guard !letter.isEmpty else { return Offers([record]) }
        let custom = TargetCustom(
            year: year, version: version(letter),
            published: "\(UTCTime(unixSeconds: published ?? 0))",
            rollout: Rollout(waves: waves, holdOffSeconds: holdOff))
        return Offers([target("f1/2024/bundle.zip", custom.json), record])
    }
}
