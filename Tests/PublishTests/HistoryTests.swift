import BundleFormat
import Files
import Foundation
import TUF
import TestSupport
import Testing

@testable import BundlePublisher

/// What was live when, and what may be pruned.
@Suite struct HistoryTests {
    private static let day = SeasonFixture.day

    @Test func eachChangeIsAnEventWithItsTime() throws {
        let fixture = try lively()
        let history = try history(fixture, after: 500)
        let events = SeasonEvent.all(in: history.entries)
        #expect(
            events.map { "\($0.year) \($0.kind.rawValue)" } == [
                "2024 added", "2025 added", "2024 changed", "2024 shown again", "2024 recalled",
                "2025 removed",
            ])
        let start = SeasonFixture.start
        #expect(events[2].since == start.advanced(bySeconds: 60))
        #expect(events[2].until == start.advanced(bySeconds: 120))
        #expect(events.last { $0.year.number == 2024 }?.until == nil)
        #expect(!history.isPruned)
        #expect(history.problems.isEmpty)
    }

    @Test func metadataByOthersIsLeftOutAndNamed() throws {
        let fixture = try lively()
        let stranger = try SeasonFixture()
        try stranger.makeHome()
        try stranger.publish(after: 30)
        for role in ["targets", "snapshot"] {
            try FileManager.default.copyItem(
                atPath: stranger.folder["site/metadata/1800000030.\(role).json"],
                toPath: fixture.folder["site/metadata/1800000030.\(role).json"])
        }
        let history = try history(fixture, after: 500)
        #expect(history.entries.count == 5)
        #expect(history.problems.count == 1)
        #expect(history.problems.first?.version == 1_800_000_030)
        #expect(history.problems.first?.isComplete == true)
    }

    @Test func whatAReplacedKeySignedIsNotOfferedAgain() throws {
        let fixture = try SeasonFixture.published()
        try fixture.addSeason(2024, title: "Another")
        try fixture.publish(after: 60)
        try fixture.rotateOnline(after: 120)
        try fixture.publish(after: 180)
        let history = try history(fixture, after: 200)
        #expect(history.entries.map(\.isStillTrusted) == [false, false, true])
        let events = SeasonEvent.all(in: history.entries).filter { $0.year == SeasonFixture.year }
        #expect(events.map(\.kind) == [.added, .changed, .returned])
        #expect(events.map(\.isStillTrusted) == [false, false, true])
    }

    /// A clock ran ahead, the key was replaced, and the clock was put right: caches keep each file by its name.
    @Test func aFileUnderAVersionedNameIsNeverWrittenAgain() throws {
        let fixture = try SeasonFixture.published()
        for seconds in [200, 201, 202] as [Int64] {
            try fixture.addSeason(2024, title: "Title \(seconds)")
            try fixture.publish(after: seconds)
        }
        let before = try versionedFiles(fixture)
        try fixture.rotateOnline(after: 150)
        try fixture.addSeason(2024, title: "Ours")
        try fixture.publish(after: 200)
        let after = try versionedFiles(fixture)
        for (name, bytes) in before { #expect(after[name] == bytes, "\(name)") }
        #expect(after["1800000203.targets.json"] != nil)
        #expect(after.count == before.count + 3)
    }

    /// The metadata that is served as immutable, by name.
    private func versionedFiles(_ fixture: SeasonFixture) throws -> [String: [UInt8]] {
        let folder = fixture.folder["site/metadata"]
        var files: [String: [UInt8]] = [:]
        for name in try Files.names(in: folder) where name != "timestamp.json" {
            files[name] = try Files.read("\(folder)/\(name)", lengthBytesMax: 1 << 20)
        }
        return files
    }

    @Test func recallThatWentWithItsKeyIsDroppedAndNotLifted() throws {
        let fixture = try SeasonFixture.published()
        let first = try fixture.entry(after: 0).version
        try fixture.addSeason(2024, title: "Another")
        try fixture.publish(after: 30)
        try fixture.recall(first, after: 60)
        try fixture.rotateOnline(after: 90)
        let file = DecisionsFile(home: fixture.home)
        let now = SeasonFixture.start.advanced(bySeconds: 90)
        var list = try #require(try file.read(now: now))
        list.record.decisions = Decisions()
        try file.write(list)
        try fixture.publish(after: 120)
        let events = SeasonEvent.all(in: try history(fixture, after: 300).entries)
            .filter { $0.year == SeasonFixture.year }
        #expect(events.map(\.kind) == [.added, .changed, .recalled, .dropped])
        #expect(events.last?.recalls == [first])
    }

    @Test func whatTheSameKeyLetsAgainIsLifted() throws {
        let fixture = try lively()
        let recalled = try #require(
            fixture.live(after: 300).recalls.recalled[SeasonFixture.year]?.first)
        let version = try #require(VersionPrefix(recalled.hex))
        try fixture.decide(.lift(SeasonFixture.year, version), after: 360)
        let events = SeasonEvent.all(in: try history(fixture, after: 500).entries)
        #expect(events.last?.kind == .lifted && events.last?.recalls == [recalled])
    }

    // MARK: - Prune

    @Test func pruneRemovesWhatNoMachineAsksForAndNothingElse() throws {
        let fixture = try lively()
        let later = 91 * Self.day
        try fixture.refresh(after: later)
        let stay = try prune(fixture, keepDays: 200, after: later)
        #expect(stay.removed.isEmpty)
        let dry = try prune(fixture, keepDays: 10, after: later, isDryRun: true)
        let plan = try prune(fixture, keepDays: 10, after: later)
        #expect(plan == dry)
        let paths = plan.removed.map(\.path)
        #expect(paths.count { $0.hasPrefix("metadata/") } == 8)
        #expect(paths.count { $0.hasPrefix("targets/f1/2025/") } == 1)
        #expect(paths.count { $0.hasPrefix("targets/f1/2024/") } == 1)
        #expect(paths.count { $0.hasSuffix(".record.json") } == 4)
        #expect(!paths.contains { $0.contains("root") || $0 == "metadata/timestamp.json" })
        #expect(try fixture.seenByNewClient(after: later).keys.sorted() == ["f1/2024/bundle.zip"])
        let history = try history(fixture, after: later)
        #expect(history.entries.count == 1 && history.isPruned)
        #expect(try prune(fixture, keepDays: 10, after: later).removed.isEmpty)
    }

    @Test(arguments: [
        ("metadata/notes.txt", "{}", 1), ("metadata/01.root.json", "{}", 1),
        ("metadata/7.mirrors.json", "{}", 1), ("metadata/1800000060.targets.json", "{}", 3),
    ])
    func pruneStopsAtWhatItDoesNotUnderstand(
        _ name: String, _ text: String, _ status: Int32
    ) throws {
        let fixture = try lively()
        try fixture.folder.write(text, to: "site/\(name)")
        let before = try fixture.folder.contents(of: "site")
        let error = trouble { _ = try prune(fixture, keepDays: 10, after: 200 * Self.day) }
        #expect(error?.exitStatus == status, "\(name)")
        #expect(try fixture.folder.contents(of: "site") == before)
    }

    @Test(arguments: [(4 * 366, "at most three years after"), (-1, "after the last publish")])
    func pruneRemovesNothingByAWrongClock(_ days: Int64, _ says: String) throws {
        let fixture = try lively()
        let before = try fixture.folder.contents(of: "site")
        for isDryRun in [true, false] {
            let told = trouble {
                _ = try prune(fixture, keepDays: 1, after: days * Self.day, isDryRun: isDryRun)
            }
            #expect(told?.message.contains(says) == true && told?.exitStatus == 1)
        }
        #expect(try fixture.folder.contents(of: "site") == before)
    }

    @Test func pruneShowsNoPlanThatIsRefused() throws {
        let fixture = try lively()
        for (name, _) in try fixture.folder.contents(of: "site/targets/f1/2024") {
            try fixture.folder.write("damaged", to: "site/targets/f1/2024/\(name)")
        }
        for isDryRun in [true, false] {
            var isShown = false
            let told = trouble {
                _ = try prune(fixture, keepDays: 1, after: 400 * Self.day, isDryRun: isDryRun) {
                    _ in isShown = true
                }
            }
            #expect(told != nil && !isShown)
        }
    }

    /// Days since the present page and the earlier one were written; the page; whether the earlier one's files go.
    @Test(arguments: [
        (300, 400, page, true), (5, 400, page, false), (300, 5, page, false),
        (300, 400, "", false), (300, 400, "<p>", false),
    ])
    func pruneRemovesTheFilesOfEarlierPages(
        _ presentDays: Int64, _ earlierDays: Int64, _ page: String, _ goes: Bool
    ) throws {
        let fixture = try SeasonFixture.published()
        let now = SeasonFixture.start.advanced(bySeconds: 91 * Self.day)
        let (present, earlier) = ("aaaaaaaaaaaaaaaa", "bbbbbbbbbbbbbbbb")
        for (folder, days) in [(present, presentDays), (earlier, earlierDays)] {
            for name in ["page.js", "match-breakdown.wasm"] {
                let path = "site/web/\(folder)/\(name)"
                try fixture.folder.write(name, to: path)
                let second = Double(now.unixSeconds - days * Self.day)
                try FileManager.default.setAttributes(
                    [.modificationDate: Date(timeIntervalSince1970: second)],
                    ofItemAtPath: fixture.folder[path])
            }
        }
        try fixture.folder.write("a person's", to: "site/web/notes.txt")
        if !page.isEmpty { try fixture.folder.write(page, to: "site/match.html") }
        try fixture.refresh(after: 91 * Self.day)
        let plan = try prune(fixture, keepDays: 10, after: 91 * Self.day)
        let gone = plan.removed.map(\.path).filter { $0.hasPrefix("web/") }
        #expect(
            gone
                == (goes
                    ? ["web/\(earlier)/match-breakdown.wasm", "web/\(earlier)/page.js"] : []))
        #expect(plan.leftAlone == ["web/notes.txt"])
        #expect(try fixture.folder.contents(of: "site").keys.contains("web/\(present)/page.js"))
        #expect(
            try fixture.folder.contents(of: "site").keys.contains("web/\(earlier)/page.js")
                == !goes)
    }

    private static let page = "<script src=\"web/aaaaaaaaaaaaaaaa/page.js\"></script>"

    @Test(arguments: BundleFormat.levels)
    func pruneRemovesZipsOfEveryLevelAndLeavesStrangersFiles(_ level: Int) throws {
        let fixture = try lively()
        let path = "targets/f\(level)/2024/\(String(repeating: "0", count: 64)).bundle.zip"
        try fixture.folder.write("x", to: "site/\(path)")
        try fixture.folder.write("x", to: "site/targets/f2/2024/other.zip")
        let plan = try prune(fixture, keepDays: 10, after: 200 * Self.day)
        #expect(plan.removed.map(\.path).contains(path))
        #expect(plan.leftAlone == ["targets/f2/2024/other.zip"])
        #expect(try fixture.folder.read("site/targets/f2/2024/other.zip") == "x")
    }

    /// Changed, rolled back, recalled, and a season removed: five states.
    private func lively() throws -> SeasonFixture {
        let fixture = try SeasonFixture.published()
        try fixture.addSeason(2024, title: "Another")
        try fixture.publish(after: 60)
        let second = try fixture.entry(after: 60).version
        try fixture.decide(.rollback(SeasonFixture.year, to: .previous), after: 120)
        try fixture.recall(second, after: 180)
        try fixture.addSeason(2024)
        try FileManager.default.removeItem(atPath: fixture.folder["bundles/2025"])
        try fixture.publish(after: 240)
        return fixture
    }

    private func history(
        _ fixture: SeasonFixture, after seconds: Int64
    ) throws -> RepositoryHistory {
        try RepositoryHistory.read(
            FolderDestination(directory: fixture.site), roots: fixture.home.roots(),
            newest: fixture.live(after: seconds).version)
    }

    private func prune(
        _ fixture: SeasonFixture, keepDays: Int, after seconds: Int64, isDryRun: Bool = false,
        _ show: (PrunePlan) -> Void = { _ in }
    ) throws -> PrunePlan {
        try Pruner(
            destination: FolderDestination(directory: fixture.site), home: fixture.home,
            keepDays: keepDays, now: SeasonFixture.start.advanced(bySeconds: seconds)
        ).run(isDryRun: isDryRun, show)
    }
}
