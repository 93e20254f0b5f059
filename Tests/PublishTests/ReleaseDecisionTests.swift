import BundleArchive
import BundleFormat
import Files
import Foundation
import RepositoryTransport
import TUF
import TestSupport
import Testing

@testable import BundlePublisher

/// The situations of publishing in which decisions count, each named as the design names it.
@Suite struct ReleaseDecisionTests {
    private let team: Team

    init() throws { team = try Team() }

    private var two: String { get throws { try team.version("Two").short } }
    private var one: String { get throws { try team.version("One").short } }

    @Test("a laptop decides at night; CI publishes")
    func laptopAtNight() throws {
        try team.main.publish("Two")
        let ci = try team.clone()
        try team.main.succeed("rollback", "2024", "--why", "wrong totals")
        try ci.edit("Two", of: Team.other)
        try ci.commit()
        try ci.succeed("publish")
        #expect(try team.shows() == "One")
        let why = try team.repository()?.record.decisions.all.map(\.why)
        #expect(why?.allSatisfy { $0 == "wrong totals" } == true)
    }

    @Test("two people decide at once")
    func twoDecideAtOnce() throws {
        try team.main.publish("Two")
        let other = try team.clone("other")
        try team.main.succeed("waves", "2024", "10%:0h,100%:1d")
        try other.succeed("recall", "2024", one)
        #expect(try team.decided() == ["2024 waves", "2024 recall"])
        #expect(try team.entry()?.rollout?.waves.count == 2)
    }

    @Test("two worktrees of a published branch, a push is refused, the remote state is taken")
    func fork() throws {
        try team.main.publish("Two")
        let other = try team.clone("other")
        try other.succeed("refresh", "--in", team.site)
        try team.save("before")
        try team.main.edit("Lost")
        try team.main.commit()
        try team.main.succeed("publish")
        try team.main.succeed("recall", "2024", one)
        // The other worktree publishes from the state before, and its push is the first.
        try team.restore("before")
        try Files.removeTree("\(other.path)/publish/seen")
        try other.succeed("waves", "2024", "stop")
        let text = try team.main.end(0, "publish")
        #expect(text.contains("was overwritten by another one"))
        #expect(try team.shows() == "Lost")
        #expect(try team.decided() == ["2024 recall", "2024 stop"])
        #expect(try !team.main.end(0, "publish").contains("overwritten"))
    }

    @Test("an older copy of the directory is restored")
    func olderCopy() throws {
        try team.save("older")
        try team.main.publish("Two")
        try team.main.succeed("recall", "2024", one)
        try team.restore("older")
        #expect(try team.main.run("status").text.contains("older copy"))
        #expect(try team.main.run("log").text.contains("older one"))
        try team.main.succeed("refresh")
        #expect(try team.shows() == "Two")
        #expect(try team.decided() == ["2024 recall"])
    }

    @Test("a rehearsal with --in another place")
    func rehearsal() throws {
        try team.save("copy")
        let seen = try team.folder.contents(of: "main/publish/seen")
        try team.main.succeed("recall", "2024", one, "--in", team.folder["copy"])
        #expect(try team.folder.contents(of: "main/publish/seen") == seen)
        try team.main.succeed("publish")
        #expect(try team.shows() == "One")
        #expect(try team.decided() == [])
    }

    @Test("recall, and HEAD still has it")
    func recallOfTheCommittedContent() throws {
        try team.main.publish("Two")
        let text = try team.main.end(0, "recall", "2024", two)
        #expect(text.contains("is recalled; correct the season, or bundle-publish lift 2024"))
        #expect(try team.shows() == "One")
        try team.main.succeed("publish")
        #expect(try team.shows() == "One")
        try team.main.succeed("recall", "2024", one)
        #expect(try team.shows() == nil && team.isWithdrawn())
    }

    @Test("recall --to embedded")
    func recallToEmbedded() throws {
        try team.main.publish("Two")
        try team.main.succeed("recall", "2024", two, "--to", "embedded")
        #expect(try team.isWithdrawn())
        try team.main.succeed("lift", "2024", two)
        #expect(try team.isWithdrawn())
        try team.main.succeed("again", "2024")
        #expect(try team.shows() == "Two")
    }

    @Test("again 2018 of a recalled content")
    func againOfARecalledContent() throws {
        try team.main.publish("Two")
        try team.main.succeed("recall", "2024", two, "--to", one)
        #expect(try team.main.end(1, "again", "2024").contains("lift 2024 \(two)"))
        #expect(try team.shows() == "One")
    }

    @Test("the undo of a rollback")
    func undoOfARollback() throws {
        try team.main.publish("Two", "--waves", "10%:0h", "--hold-off", "5m")
        let rollout = try team.entry()?.rollout
        #expect(
            try team.main.end(0, "rollback", "2024").contains("undo: bundle-publish again 2024"))
        #expect(try team.entry()?.rollout == nil)
        try team.main.succeed("again", "2024")
        #expect(try team.entry()?.rollout == rollout && rollout?.waves.first?.percent == 10)
    }

    @Test("rollback to a content whose rollout was stopped")
    func rollbackToAStoppedContent() throws {
        try team.main.succeed("waves", "2024", "stop")
        try team.main.publish("Two")
        try team.main.succeed("rollback", "2024", "--to", one)
        #expect(try team.shows() == "One")
        #expect(try team.entry()?.rollout == nil)
    }

    @Test("a replacement's zip is gone")
    func replacementIsGone() throws {
        try team.main.publish("Two")
        try team.main.succeed("rollback", "2024")
        let first = try team.main.head("HEAD~1")
        try Files.removeTree("\(team.site)/targets/f1/2024")
        try team.main.edit("Three")
        try team.main.commit()
        try team.main.git("revert", "--no-edit", "HEAD")
        let text = try team.main.end(1, "publish")
        #expect(text.contains("from commit \(first.prefix(12))"), "\(text)")
    }

    @Test("a killed or failed command")
    func failedCommand() throws {
        try team.main.publish("Two")
        let before = try team.repository()?.record
        let place = CutOff(FolderDestination(directory: team.site))
        let request = DecisionRequest.rollback(Team.year, to: .previous)
        func decide(_ place: any PublishDestination) throws {
            team.now += 1
            let key = try SigningKey(keyFile: Array(team.onlineKey().utf8))
            _ = try Publisher(
                .decide(DecisionPlanner(request)), destination: place, home: team.main.home,
                key: key, now: UTCTime(unixSeconds: team.now)
            ).run()
        }
        #expect(throws: PublishError.self) { try decide(place) }
        try team.main.succeed("publish")
        #expect(try team.repository()?.record == before)
        try decide(FolderDestination(directory: team.site))
        #expect(try team.shows() == "One")
    }

    @Test("more recalls than agents read")
    func tooManyRecalls() throws {
        var record = try #require(try team.repository()?.record)
        for number in 0..<65 {
            let hex = String(repeating: "0", count: 60) + String(format: "%04x", number)
            let decision = Decision(Team.year, known(ContentVersion(hex)), .recall)
            record.decisions.add(SignedDecision(decision, since: 1_700_000_000 + Int64(number)))
        }
        try DecisionsFile(home: team.main.home).write(.init(upTo: team.now, record: record))
        let before = try team.folder.contents(of: "site")
        let text = try team.main.end(3, "publish")
        #expect(text.contains("refused by agents") && text.contains("lift 2024"), "\(text)")
        #expect(try team.folder.contents(of: "site") == before)
    }
}

/// A place at which a publish is cut off before its timestamp.
private struct CutOff: PublishDestination {
    let whole: FolderDestination

    init(_ whole: FolderDestination) { self.whole = whole }

    var name: String { whole.name }
    var fetcher: any Fetcher { whole.fetcher }

    func withLock<Value>(
        _ body: () throws(PublishError) -> Value
    ) throws(PublishError) -> Value { try whole.withLock(body) }

    func lengthBytes(of path: String) throws(PublishError) -> Int? {
        try whole.lengthBytes(of: path)
    }

    func write(_ files: [PublishFile], inOrder: Bool) throws(PublishError) -> [String] {
        guard !files.contains(where: { $0.path == PublishFile.timestampPath }) else {
            throw PublishError("cut off")
        }
        return try whole.write(files, inOrder: inOrder)
    }

    func viewerPage() throws(PublishError) -> [UInt8]? { try whole.viewerPage() }
    func list() throws(PublishError) -> [StoredFile] { try whole.list() }
    func remove(_ paths: [String]) throws(PublishError) { try whole.remove(paths) }
}
