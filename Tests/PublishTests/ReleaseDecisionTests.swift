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

    @Test("a decision from a phone: CI runs the command that a person types into a form")
    func fromAPhone() throws {
        try team.main.publish("Two")
        let ci = try team.clone()
        try ci.succeed("rollback", "2024", "--to", one, "--why", "seen on the field")
        #expect(try team.shows() == "One")
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

    @Test("a thief of the online key decides, unnoticed")
    func thiefDecides() throws {
        try team.main.publish("Two")
        try steal()
        #expect(
            try team.main.run("status").text.contains("new since this home's last command: 2024"))
        let text = try team.main.end(0, "publish")
        #expect(text.contains("2024 recall \(try two)"))
        #expect(try team.shows() == "One")
        #expect(try !team.main.end(0, "publish").contains("new since"))
    }

    /// A thief recalls what is good.
    private func steal(version: Int64? = nil) throws {
        try team.sign(version: version) { record, recalls in
            let since = version ?? team.now
            record.decisions.add(
                SignedDecision(
                    Decision(Team.year, try team.version("Two"), .recall), since: since))
            recalls.recalled[Team.year] = [try team.version("Two")]
        }
    }

    private func removeRecall() throws {
        let text = try String(contentsOfFile: team.main.home.decisionsPath, encoding: .utf8)
        let kept = text.split(separator: "\n", omittingEmptySubsequences: false)
            .filter { !$0.contains(" recall ") }.joined(separator: "\n")
        try team.main.write(kept, to: "publish/decisions.txt")
    }

    @Test("noticed: keys rotate-online", arguments: [false, true])
    func rotation(_ isFarAhead: Bool) throws {
        try team.main.publish("Two")
        try team.main.succeed("waves", "2024", "10%:0h")
        let old = try team.clone("old")
        try steal(version: isFarAhead ? team.now + 86_400_000 : nil)
        let site = try team.folder.contents(of: "site")
        let text = try team.main.end(0, "keys", "rotate-online")
        #expect(text.contains("remove what none of you decided"))
        // Only the home changes, and needs no seasons.
        #expect(try team.folder.contents(of: "site") == site)
        try removeRecall()
        try team.main.commit()
        try old.edit("Older")
        try old.commit()
        try team.main.succeed("publish")
        #expect(try team.shows() == "Two")
        #expect(try team.decided() == ["2024 waves"])
        // What the list says guards the seasons.
        try team.main.edit("Three")
        try team.main.commit()
        try team.main.succeed("publish")
        #expect(try team.shows() == "Three")
    }

    @Test("the list guards the first publish of a new key")
    func listGuards() throws {
        let old = try team.clone("old")
        try team.main.publish("Two")
        try team.main.succeed("keys", "rotate-online")
        try FileManager.default.removeItem(atPath: "\(old.path)/publish")
        try FileManager.default.copyItem(
            atPath: "\(team.main.path)/publish", toPath: "\(old.path)/publish")
        let desk = Desk(team: team, path: old.path)
        try desk.edit("Older")
        try desk.git("add", "bundles")
        try desk.git("commit", "-q", "-m", "older")
        #expect(try desk.end(4, "publish").contains("2024 stays"))
    }

    @Test("a colleague decides with the old key between list and publish")
    func colleagueWithTheOldKey() throws {
        try team.main.publish("Two")
        let colleague = try team.clone("colleague")
        try steal()
        try team.main.succeed("keys", "rotate-online")
        try removeRecall()
        try colleague.succeed("waves", "2024", "stop")
        #expect(try team.main.end(1, "publish").contains("rotate-online"))
        try team.main.succeed("keys", "rotate-online")
        try team.main.succeed("publish")
        // What was removed stays removed, and what came since is there.
        #expect(try team.decided() == ["2024 stop"])
    }

    @Test("a server puts an older state back before CI publishes")
    func olderStateBeforeCI() throws {
        try team.main.publish("Two")
        let ci = try team.clone()
        try ci.succeed("publish")
        try team.save("older")
        try team.main.succeed("recall", "2024", one)
        try ci.succeed("refresh", "--force")
        try team.restore("older")
        // With its memory CI goes on from the newest state; without it the older state counts.
        let memory = "\(ci.path)/publish/seen"
        try Files.rename(memory, to: team.folder["memory"])
        try ci.succeed("publish")
        #expect(try team.decided() == [])
        try team.restore("older")
        try Files.removeTree(memory)
        try Files.rename(team.folder["memory"], to: memory)
        try ci.succeed("publish")
        #expect(try team.decided() == ["2024 recall"])
    }

    @Test("his old metadata is put back later")
    func oldMetadataOfTheReplacedKey() throws {
        try team.main.publish("Two")
        try steal()
        try team.save("stolen")
        try team.main.succeed("keys", "rotate-online")
        try removeRecall()
        try team.main.succeed("publish")
        try team.restore("stolen")
        try team.main.succeed("publish")
        #expect(try team.shows() == "Two")
        #expect(try team.decided() == [])
    }

    @Test("the rotation waits for a second root signature")
    func rotationWaits() throws {
        try team.main.succeed("keys", "threshold", "2")
        try team.main.succeed("publish")
        let keys = try Files.names(in: team.folder["data/bundle-publish"]).map {
            "\(team.folder["data/bundle-publish"])/\($0)"
        }
        let folder = try #require(keys.first)
        try team.main.end(1, "keys", "rotate-online", "--root-key", "\(folder)/root-a.key")
        try team.main.publish("Two")
        #expect(try team.shows() == "Two")
        try team.main.succeed("keys", "sign", "--root-key", "\(folder)/root-b.key")
        try team.main.succeed("publish")
        #expect(try team.shows() == "Two")
    }

    @Test("timestamp damaged or gone", arguments: [true, false])
    func timestampIsGone(_ isDamaged: Bool) throws {
        try team.main.publish("Two")
        try team.main.succeed("recall", "2024", one)
        func damage() throws {
            let path = "site/metadata/timestamp.json"
            if isDamaged {
                try team.folder.write("{", to: path)
            } else {
                try team.folder.remove(path)
            }
        }
        try damage()
        try team.main.succeed("publish")
        #expect(try team.decided() == ["2024 recall"])
        try damage()
        try Files.removeTree("\(team.main.path)/publish/seen")
        let text = try team.main.end(1, "publish")
        #expect(text.contains("publish --anew"))
        try team.main.succeed("publish", "--anew")
        #expect(try team.shows() == "Two")
        #expect(try team.decided() == [])
        #expect(try team.main.end(1, "publish", "--anew").contains("has a state"))
    }

    @Test("a copy that log --save wrote survives the loss of the directory")
    func savedList() throws {
        try team.main.publish("Two")
        try team.main.succeed("recall", "2024", two)
        try team.main.succeed("log", "--save")
        try Files.removeTree(team.site)
        try Files.removeTree("\(team.main.path)/publish/seen")
        try team.main.succeed("publish")
        #expect(try team.decided() == ["2024 recall"])
        #expect(try team.shows() != "Two")
    }

    @Test("an empty directory")
    func emptyDirectory() throws {
        let live = team.folder["live"]
        try FileManager.default.copyItem(atPath: team.site, toPath: live)
        try Files.removeTree(team.site)
        try Files.removeTree("\(team.main.path)/publish/seen")
        let configuration = try String(
            contentsOfFile: team.main.home.configurationPath, encoding: .utf8)
        try team.main.write(
            "\(configuration)\naddress: file://\(live)\n", to: "publish/configuration.yaml")
        #expect(try team.main.end(1, "publish").contains("fetch it first"))
        #expect(try Files.kind("\(team.site)/metadata") == nil)
        try team.main.write(configuration, to: "publish/configuration.yaml")
        try team.main.succeed("publish")
        #expect(try team.shows() == "One")
    }

    @Test("keys commands, refresh: they change no season, need no git and no seasons")
    func keysAndRefresh() throws {
        let before = try team.repository()?.bundles
        try Files.removeTree("\(team.main.path)/.git")
        try Files.removeTree("\(team.main.path)/bundles")
        try team.main.succeed("keys", "renew-root")
        try team.main.succeed("refresh", "--force")
        try team.main.succeed("keys", "rotate-online")
        #expect(try team.repository()?.bundles == before)
    }

    @Test("log, verify, plan of a repository that is only read, which replays an old state")
    func replayedState() throws {
        team.now += 100 * 86_400
        let home = team.main.home
        let site = Site(name: "here", fetcher: FileFetcher(folder: team.site))
        let read = try LiveRepository(
            site, home: home, isRehearsal: true, now: .init(unixSeconds: team.now))
        #expect(read.live == nil)
        #expect(read.problem?.message.contains("expired") == true)
        // A publisher may renew it.
        let own = try LiveRepository(
            FolderDestination(directory: team.site), home: home, now: .init(unixSeconds: team.now))
        #expect(own.live != nil)
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

    @Test("a read-only home")
    func homeThatCannotRemember() throws {
        try Files.removeTree("\(team.main.path)/publish/seen")
        try team.main.write("not a folder", to: "publish/seen")
        try team.main.edit("Two")
        try team.main.commit()
        #expect(try team.main.end(0, "publish").contains("cannot remember"))
        #expect(try team.shows() == "Two")
    }

    @Test("an object store that cannot be listed")
    func unlistedStore() throws {
        let store = try FakeStore(.init(deniesLists: true))
        var fixture = try SeasonFixture()
        fixture.environment = store.environment
        func expect(_ status: Int32, _ command: String) throws {
            try fixture.expect(status, of: "\(command) --in \(store.address)")
        }
        try fixture.run("init --no-passphrase")
        try expect(0, "publish")
        try fixture.addSeason(2024, title: "Two")
        try expect(0, "publish --json")
        try expect(0, "rollback 2024")
        try expect(0, "waves 2024 stop")
        try expect(0, "refresh --force")
        try expect(0, "status")
        try expect(1, "log")
        try expect(1, "prune --keep-days 0")
    }

    @Test(
        "links in the home are refused",
        arguments: ["seen", "keys", "metadata", "pending", "decisions.txt"])
    func linksInTheHome(_ name: String) throws {
        let path = "\(team.main.path)/publish/\(name)"
        try Files.removeTree(path)
        try team.folder.write("secret", to: "elsewhere/file")
        let target =
            name.hasSuffix(".txt") ? team.folder["elsewhere/file"] : team.folder["elsewhere"]
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: target)
        let before = try team.folder.contents(of: "elsewhere")
        for command in ["publish", "refresh", "status", "plan"] {
            let text = try team.main.end(1, command)
            #expect(text.contains("found a link") && !text.contains("secret"), "\(text)")
        }
        #expect(try team.folder.contents(of: "elsewhere") == before)
    }

    @Test("thirty states of a thief: the first and the newest stay in memory")
    func thirtyStates() throws {
        try team.main.publish("Two")
        try team.main.succeed("recall", "2024", one)
        for number in 0..<30 {
            try team.sign { record, recalls in
                // Each drops all decisions before it, and makes one of its own.
                record.decisions = Decisions()
                record.after = []
                let hex = String(repeating: "1", count: 60) + String(format: "%04x", number)
                record.decisions.add(
                    SignedDecision(
                        Decision(Team.year, known(ContentVersion(hex)), .stop), since: team.now))
                recalls = RecallList()
            }
            try team.main.succeed("refresh")
        }
        let states = try Files.names(in: "\(team.main.path)/publish/seen")
        #expect(states.count <= SeenStates.statesMax)
        try team.main.succeed("publish")
        #expect(try team.decided().contains("2024 recall"))
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
