import BundleFormat
import Files
import Foundation
import JSON
import TUF
import TestSupport
import Testing

@testable import BundlePublisher
@testable import SeasonAuthoring
@testable import bundle_publish

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
        #expect(
            history.problems.first.map { problem in
                if case .untrusted(1_800_000_030, _) = problem { true } else { false }
            } == true)
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
        let told = trouble {
            try fixture.decide(Rollback(year: SeasonFixture.year, target: nil), after: 240)
        }
        #expect(told?.message.contains("expected an earlier content") == true)
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

    /// Nobody lifted it: the recall was never committed, and went with the key that alone had signed it.
    @Test func recallThatWentWithItsKeyIsDroppedAndNotLifted() throws {
        let fixture = try SeasonFixture.published()
        let first = try fixture.entry(after: 0).version
        try fixture.addSeason(2024, title: "Another")
        try fixture.publish(after: 30)
        try fixture.recall(first, after: 60)
        try fixture.folder.remove("home/decisions.txt")
        try fixture.rotateOnline(after: 90)
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
        let lift = Lift(
            year: SeasonFixture.year, recalled: try #require(VersionPrefix(recalled.hex)))
        try fixture.decide(lift, after: 360)
        let events = SeasonEvent.all(in: try history(fixture, after: 500).entries)
        #expect(events.last?.kind == .lifted && events.last?.recalls == [recalled])
    }

    /// As after a clock that was ahead, or a thief's versions of the far future.
    @Test func aHigherVersionThatAReplacedKeyHasSignedIsTold() throws {
        let fixture = try SeasonFixture.published()
        try fixture.addSeason(2024, title: "Ahead")
        try fixture.publish(after: 80 * Self.day)
        let year = SeasonFixture.year
        let ahead = try fixture.entry(after: 80 * Self.day).version
        try fixture.addSeason(2024)
        try fixture.rotateOnline(after: 120)
        try fixture.publish(after: 180)
        let history = try history(fixture, after: 300)
        let events = SeasonEvent.all(in: history.entries).filter { $0.year == year }
        #expect(events.contains { $0.bundle?.custom.version == ahead }, "\(events)")
        #expect(events.last?.until == nil && events.last?.bundle?.custom.version != ahead)
    }

    // MARK: - Prune

    @Test func pruneKeepsAsLongAsATimestampLives() throws {
        let fixture = try lively()
        let before = try fixture.folder.contents(of: "site")
        let plan = try prune(fixture, keepDays: 0, after: 89 * Self.day)
        #expect(plan.removed.isEmpty && plan.waitingCount == 4)
        #expect(try fixture.folder.contents(of: "site") == before)
    }

    @Test func pruneRemovesWhatNobodyAsksForAndNothingElse() throws {
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
        #expect(
            !paths.contains { $0.contains("root") || $0 == "metadata/timestamp.json" })
        #expect(try fixture.seenByNewClient(after: later).keys.sorted() == ["f1/2024/bundle.zip"])
        let history = try history(fixture, after: later)
        #expect(history.entries.count == 1 && history.isPruned)
        #expect(try prune(fixture, keepDays: 10, after: later).removed.isEmpty)
    }

    @Test func logSaysThatItsRecordWasPruned() throws {
        let fixture = try lively()
        for at in 1...3 as ClosedRange<Int64> {
            try fixture.addSeason(2024, title: "Content \(at)")
            try fixture.publish(after: at * 91 * Self.day)
        }
        let now = 3 * 91 * Self.day
        for _ in 1...2 {
            _ = try prune(fixture, keepDays: 10, after: now)
            let history = try history(fixture, after: now)
            let text = RepositoryHistoryText(
                events: [], history: history, decisions: [], problem: nil)
            #expect(history.isPruned && text.lines.contains("older states are pruned"))
        }
        #expect(try prune(fixture, keepDays: 10, after: now).removed.isEmpty)
    }

    @Test(arguments: ["metadata/notes.txt", "metadata/01.root.json", "metadata/7.mirrors.json"])
    func pruneStopsAtWhatItDoesNotUnderstand(_ name: String) throws {
        let fixture = try lively()
        try fixture.folder.write("{}", to: "site/\(name)")
        let before = try fixture.folder.contents(of: "site")
        let error = trouble { _ = try prune(fixture, keepDays: 10, after: 200 * Self.day) }
        #expect("\(String(describing: error))".contains("nothing was removed"))
        #expect(try fixture.folder.contents(of: "site") == before)
    }

    @Test func pruneStopsAtHistoryThatSomebodyChanged() throws {
        let fixture = try lively()
        let name = "site/metadata/1800000060.targets.json"
        let text = try fixture.folder.read(name)
        try fixture.folder.write(text.replacing("2027", with: "2028"), to: name)
        let before = try fixture.folder.contents(of: "site")
        let error = trouble { _ = try prune(fixture, keepDays: 10, after: 200 * Self.day) }
        #expect(error?.exitStatus == 3)
        #expect(try fixture.folder.contents(of: "site") == before)
    }

    /// The key that has signed it was to be written with the root, and is gone.
    @Test func pruneRemovesWhatAFailedRotationHasLeft() throws {
        let fixture = try lively()
        var publisher = try fixture.rotation(to: SigningKey(), after: 300).publisher
        publisher.beforeCommit = { () throws(PublishError) in throw .place("", .busy) }
        #expect(trouble { _ = try publisher.run() } != nil)
        let left = "\(fixture.site)/metadata/1800000300.targets.json"
        #expect(FileManager.default.fileExists(atPath: left))

        try fixture.addSeason(2024, title: "Goes on")
        try fixture.publish(after: 360)
        let history = try history(fixture, after: 360)
        #expect(history.problems.count == 1)
        #expect(!history.entries.contains { $0.since.unixSeconds == 1_800_000_300 })
        let plan = try prune(fixture, keepDays: 10, after: 200 * Self.day)
        #expect(plan.removed.contains { $0.path == "metadata/1800000300.targets.json" })
    }

    struct ViewerCase: CustomTestStringConvertible {
        let name: String
        /// Days since the present page and the earlier one were written.
        var presentDays: Int64 = 300
        var earlierDays: Int64 = 400
        var page: String? = "<script src=\"web/aaaaaaaaaaaaaaaa/page.js\"></script>"
        let goes: Bool
        var testDescription: String { name }
    }

    @Test(arguments: [
        ViewerCase(name: "the earlier page was in use until long ago", goes: true),
        ViewerCase(name: "until lately", presentDays: 5, goes: false),
        ViewerCase(name: "the other one was put there lately", earlierDays: 5, goes: false),
        ViewerCase(name: "there is no page", page: nil, goes: false),
        ViewerCase(name: "the page names none of them", page: "<p>", goes: false),
    ])
    func pruneRemovesTheFilesOfEarlierPages(_ example: ViewerCase) throws {
        let fixture = try SeasonFixture.published()
        let now = SeasonFixture.start.advanced(bySeconds: 91 * Self.day)
        let (present, earlier) = ("aaaaaaaaaaaaaaaa", "bbbbbbbbbbbbbbbb")
        for (folder, days) in [(present, example.presentDays), (earlier, example.earlierDays)] {
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
        if let page = example.page { try fixture.folder.write(page, to: "site/match.html") }
        try fixture.refresh(after: 91 * Self.day)
        let plan = try prune(fixture, keepDays: 10, after: 91 * Self.day)
        let gone = plan.removed.map(\.path).filter { $0.hasPrefix("web/") }
        #expect(
            gone
                == (example.goes
                    ? ["web/\(earlier)/match-breakdown.wasm", "web/\(earlier)/page.js"] : []))
        #expect(plan.leftAlone == ["web/notes.txt"])
        #expect(try fixture.folder.contents(of: "site").keys.contains("web/\(present)/page.js"))
        #expect(
            try fixture.folder.contents(of: "site").keys.contains("web/\(earlier)/page.js")
                == !example.goes)
    }

    @Test(arguments: BundleFormat.levels)
    func pruneRemovesAZipOfEveryLevelThatNoStateNames(_ level: Int) throws {
        let fixture = try lively()
        let name = String(repeating: "0", count: 64)
        let path = "targets/f\(level)/2024/\(name).bundle.zip"
        try fixture.folder.write("x", to: "site/\(path)")
        let plan = try prune(fixture, keepDays: 10, after: 200 * Self.day)
        #expect(plan.removed.map(\.path).contains(path))
    }

    @Test func pruneLeavesStrangersFilesAlone() throws {
        let fixture = try lively()
        try fixture.folder.write("x", to: "site/targets/f2/2024/other.zip")
        let plan = try prune(fixture, keepDays: 10, after: 200 * Self.day)
        #expect(plan.leftAlone == ["targets/f2/2024/other.zip"])
        #expect(try fixture.folder.read("site/targets/f2/2024/other.zip") == "x")
    }

    /// Changed, rolled back, recalled, and a season removed: five states.
    private func lively() throws -> SeasonFixture {
        let fixture = try SeasonFixture.published()
        try fixture.addSeason(2024, title: "Another")
        try fixture.publish(after: 60)
        let second = try fixture.entry(after: 60).version
        try fixture.decide(Rollback(year: SeasonFixture.year, target: nil), after: 120)
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
        _ fixture: SeasonFixture, keepDays: Int, after seconds: Int64, isDryRun: Bool = false
    ) throws -> PrunePlan {
        try Pruner(
            destination: FolderDestination(directory: fixture.site), home: fixture.home,
            keepDays: keepDays, now: SeasonFixture.start.advanced(bySeconds: seconds),
            isDryRun: isDryRun
        ).run { _ in }
    }
}
