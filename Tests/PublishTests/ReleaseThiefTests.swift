import BundleFormat
import Files
import Foundation
import TUF
import TestSupport
import Testing

@testable import BundlePublisher

/// The situations of publishing with a stolen or replaced online key, each named as the design names it.
@Suite struct ReleaseThiefTests {
    private let team: Team

    init() throws { team = try Team() }

    private var two: String { get throws { try team.version("Two").short } }
    private var one: String { get throws { try team.version("One").short } }

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

    @Test("a second rotation keeps what the first one's list had as given")
    func secondRotation() throws {
        try team.main.succeed("keys", "rotate-online")
        try team.main.commit()
        try team.main.succeed("publish")
        try team.main.publish("Two")
        try team.main.succeed("keys", "rotate-online")
        try team.main.commit()
        try team.main.succeed("publish")
        try team.main.succeed("rollback", "2024")
        #expect(try team.shows() == "One")
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

    @Test("thirty large states of a thief")
    func thirtyLargeStates() throws {
        try team.main.publish("Two")
        try team.main.succeed("recall", "2024", one)
        let memory = SeenStates(home: team.main.home)
        let why = String(repeating: "x", count: 499) + "\n2027-01-01T00:00:00Z 2024 lift"
        for state in 0..<30 {
            try team.sign { record, recalls in
                (record.decisions, record.after, recalls) = (Decisions(), [], RecallList())
                for number in 0..<500 {
                    let hex =
                        String(repeating: "1", count: 56) + String(format: "%04x", state)
                        + String(format: "%04x", number)
                    record.decisions.add(
                        SignedDecision(
                            Decision(Team.year, known(ContentVersion(hex)), .stop),
                            since: team.now, why: why))
                }
            }
            // As if the home had run a command at each of them, which would take minutes here.
            let live = try #require(try team.repository())
            let name = "\(live.version)-\(live.name.digest.prefix(16))"
            #expect(memory.remember(name, live.files, superseding: []) == nil)
        }
        #expect(memory.read().count == SeenStates.statesMax)
        // Together they are more than agents read: nothing is signed, and the remedy works.
        let text = try team.main.end(3, "publish")
        #expect(
            text.contains("refused by agents") && text.contains("keys rotate-online"), "\(text)")
        try team.main.succeed("keys", "rotate-online")
        let list = try team.folder.read("main/publish/decisions.txt")
        try #require(list.utf8.count > RecordedContents.lengthBytesMax)
        let kept = list.split(separator: "\n", omittingEmptySubsequences: false)
            .filter { !$0.contains(" stop 1111") }.joined(separator: "\n")
        try team.main.write(kept, to: "publish/decisions.txt")
        try team.main.succeed("publish")
        #expect(try team.decided() == ["2024 recall"])
        #expect(try team.shows() == "Two")
    }
}
