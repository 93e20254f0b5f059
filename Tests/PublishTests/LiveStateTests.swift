import BundleFormat
import Foundation
import TUF
import TestSupport
import Testing

@testable import BundlePublisher
@testable import SeasonAuthoring

/// What counts as live, whatever lies in the directory; docs/adr/0019-decisions.md has the rules.
@Suite struct LiveStateTests {
    private let team: Team

    init() throws { team = try Team() }

    private func publish(_ title: String) throws {
        try team.main.edit(title)
        try team.main.commit()
        try team.main.succeed("publish")
    }

    /// Signs what the folder of another checkout has with a key that was stolen.
    private func thief(
        _ key: SigningKey, _ change: (inout [TargetFile]) throws -> Void
    ) throws {
        let live = try #require(try team.repository())
        var targets = live.targets
        try change(&targets)
        team.now += 1
        let expires = UTCTime(unixSeconds: team.now + 1_000_000)
        let signed = try TargetsDraft(version: team.now, expires: expires, targets: targets)
            .signed(by: [key])
        let snapshot = try SnapshotDraft(version: team.now, expires: expires, targets: signed)
            .signed(by: [key])
        let timestamp = try TimestampDraft(version: team.now, expires: expires, snapshot: snapshot)
            .signed(by: [key])
        for file in Publication(targets: signed, snapshot: snapshot, timestamp: timestamp).files {
            try Data(file.bytes).write(to: URL(filePath: "\(team.site)/metadata/\(file.name)"))
        }
    }

    private func stolenKey() throws -> SigningKey {
        try SigningKey(keyFile: Array(team.onlineKey().utf8))
    }

    /// Lists an earlier bundle instead of the present one, as a thief may.
    private func offer(_ bundle: PublishedBundle, by key: SigningKey) throws {
        try thief(key) { targets in
            targets = targets.map { $0.path == bundle.target.path ? bundle.target : $0 }
        }
    }

    @Test("first publish, empty directory: the lines are what the file has")
    func firstPublish() throws {
        let fresh = try Team()
        try FileManager.default.removeItem(atPath: fresh.site)
        try FileManager.default.removeItem(atPath: "\(fresh.main.path)/publish/seen")
        try fresh.main.write("2024 recall \(fresh.version("One"))")
        try fresh.main.succeed("publish")
        #expect(try fresh.isWithdrawn())
    }

    @Test("an older copy is restored: a home that has seen the newer state goes on from it")
    func olderCopy() throws {
        try team.copySite(to: "older")
        try publish("Two")
        try team.main.succeed("recall", "2024", team.version("One").short)
        let newer = try #require(try team.entry())
        try team.restoreSite(from: "older")
        #expect(try team.main.run("status").text.contains("older copy"))
        #expect(try team.main.run("log").text.contains("older one"))
        try team.main.succeed("refresh")
        #expect(try team.shows() == "Two")
        #expect(try team.isRecalled("One"))
        #expect(try team.entry()?.published == newer.published)
    }

    @Test("an old timestamp is put back: ignored, and signed over")
    func oldTimestamp() throws {
        let path = "\(team.site)/metadata/timestamp.json"
        let old = try Data(contentsOf: URL(filePath: path))
        try publish("Two")
        try old.write(to: URL(filePath: path))
        try team.main.succeed("publish")
        #expect(try team.shows() == "Two")
    }

    @Test("timestamp damaged or gone: the same, no --force", arguments: ["", "{}", nil])
    func damagedTimestamp(_ text: String?) throws {
        try publish("Two")
        let path = "\(team.site)/metadata/timestamp.json"
        try FileManager.default.removeItem(atPath: path)
        try text?.write(toFile: path, atomically: true, encoding: .utf8)
        try team.main.succeed("publish")
        #expect(try team.shows() == "Two")
    }

    @Test("a publish fails before its timestamp: nothing is live; publish again")
    func cutOffPublish() throws {
        let path = "\(team.site)/metadata/timestamp.json"
        let before = try Data(contentsOf: URL(filePath: path))
        try publish("Two")
        try before.write(to: URL(filePath: path))
        let ci = try team.clone()
        #expect(try team.shows() == "One")
        try ci.succeed("publish")
        #expect(try team.shows() == "Two")
        let log = try ci.run("log").text
        #expect(log.components(separatedBy: try team.version("Two").short).count == 2)
    }

    @Test("thief of the online key, unnoticed, signs contents: the next publish signs ours")
    func thiefSignsContents() throws {
        let one = try #require(team.repository()?.bundles()[Team.year])
        try publish("Two")
        try offer(one, by: stolenKey())
        #expect(try team.shows() == "One")
        try team.main.succeed("publish")
        #expect(try team.shows() == "Two")
    }

    @Test("a thief adds a decision: the next command ends with 4")
    func thiefAddsDecision() throws {
        try publish("Two")
        try team.copySite(to: "before")
        let other = try team.clone("thief")
        try other.succeed("recall", "2024", team.version("Two").short)
        try team.main.stop("publish")
        try team.main.stop("waves", "2024", "all")
    }

    @Test("a thief drops our decisions: signed again by the next command")
    func thiefDropsDecisions() throws {
        try publish("Two")
        try team.main.succeed("recall", "2024", team.version("One").short)
        try thief(stolenKey()) { $0.removeAll { $0.path == RecallList.targetPath } }
        #expect(try !team.isRecalled("One"))
        try team.main.succeed("waves", "2024", "stop")
        #expect(try team.isRecalled("One"))
    }

    @Test("the rotation waits for a second signature: --over keeps publishing possible")
    func overWhileRotationWaits() throws {
        try publish("Two")
        try team.clone("thief").succeed("recall", "2024", team.version("Two").short)
        let state = try #require(team.repository()?.role(.targets)?.version)
        try team.main.succeed("publish", "--over", "\(state)")
        #expect(try team.shows() == "Two")
        #expect(try !team.isRecalled("Two"))
    }

    @Test("noticed: rotate-online, publish: nothing that he signed counts, nor later")
    func rotationForgetsThief() throws {
        let key = try stolenKey()
        let one = try #require(team.repository()?.bundles()[Team.year])
        try publish("Two")
        try offer(one, by: key)
        try team.clone("thief").succeed("recall", "2024", team.version("Two").short)
        try team.copySite(to: "stolen")
        let outcome = try team.main.run("keys", "rotate-online")
        #expect(outcome.status == 0, "\(outcome.text)")
        #expect(outcome.text.contains("recall \(try team.version("Two"))"))
        #expect(try team.shows() == "Two")
        #expect(try !team.isRecalled("Two"))
        let stolen = "\(team.folder["stolen"])/metadata/timestamp.json"
        let path = "\(team.site)/metadata/timestamp.json"
        try FileManager.default.removeItem(atPath: path)
        try FileManager.default.copyItem(atPath: stolen, toPath: path)
        try team.main.succeed("publish")
        #expect(try team.shows() == "Two")
    }

    @Test("rotation while a rollback stands: the new key signs the replacement")
    func rotationKeepsReplacement() throws {
        try publish("Two")
        try team.main.succeed("rollback", "2024")
        let before = try #require(try team.entry())
        try team.main.succeed("keys", "rotate-online")
        #expect(try team.shows() == "One")
        #expect(try team.entry()?.published != before.published)
    }

    @Test("a decision that was never committed, then a rotation: listed and gone")
    func uncommittedDecision() throws {
        try publish("Two")
        try team.clone("laptop").succeed("recall", "2024", team.version("One").short)
        let outcome = try team.main.run("keys", "rotate-online")
        #expect(outcome.text.contains("recall \(try team.version("One"))"))
        #expect(try !team.isRecalled("One"))
    }

    @Test("a record that is gone ends with 4, and --over goes on")
    func lostRecord() throws {
        try publish("Two")
        let ci = try team.clone()
        for name in try FileManager.default.contentsOfDirectory(atPath: "\(team.site)/targets")
        where name.hasSuffix("record.json") {
            try FileManager.default.removeItem(atPath: "\(team.site)/targets/\(name)")
        }
        try ci.stop("publish")
        let state = try #require(team.repository()?.role(.targets)?.version)
        try team.main.succeed("publish")
        try ci.stop("publish", "--over", "1")
        try ci.succeed("publish", "--over", "\(state)")
    }

    @Test("an object store that cannot be listed: nothing needs a listing but log and prune")
    func unlistedPlace() throws {
        try publish("Two")
        let place = UnlistedPlace(folder: FolderDestination(directory: team.site))
        let home = Home(path: "\(team.main.path)/publish")
        let key = try stolenKey()
        func run(_ content: Publisher.Content) throws -> Publisher.Report {
            team.now += 1
            return try Publisher(
                destination: place, home: home, key: key, content: content,
                now: UTCTime(unixSeconds: team.now),
                checkout: Git(folder: "\(team.main.path)/bundles").state()
            ).run()
        }
        _ = try run(.decided(Rollback(year: Team.year, target: nil)))
        #expect(try team.shows() == "One")
        _ = try run(
            .decided(
                Recall(
                    year: Team.year, recalled: VersionPrefix(team.version("Two").short),
                    replacement: .previous)))
        let seasons = try SeasonPacker(folder: "\(team.main.path)/bundles").pack(nil)
        _ = try run(.seasons(seasons))
        #expect(try team.isRecalled("Two") && team.shows() == "One")
        _ = try run(.asPublished)
    }
}

/// A folder whose files cannot be listed, as some object stores are.
private struct UnlistedPlace: PublishDestination {
    let folder: FolderDestination

    var name: String { folder.name }
    var fetcher: any Fetcher { folder.fetcher }
    func exists() throws(PublishError) -> Bool { try folder.exists() }
    func withLock<Value>(
        _ body: () throws(PublishError) -> Value
    ) throws(PublishError) -> Value? { try folder.withLock(body) }
    func lengthBytes(of path: String) throws(PublishError) -> Int? {
        try folder.lengthBytes(of: path)
    }
    func removeLeftovers() throws(PublishError) { try folder.removeLeftovers() }
    func write(
        _ files: [PublishFile], inOrder: Bool
    ) throws(PublishError) -> [String] { try folder.write(files, inOrder: inOrder) }
    func viewerPage() throws(PublishError) -> [UInt8]? { try folder.viewerPage() }
    func list() throws(PublishError) -> [StoredFile] {
        throw .place(name, .storeNotListed(folder: "metadata"))
    }
    func remove(_ paths: [String]) throws(PublishError) { try folder.remove(paths) }
}
