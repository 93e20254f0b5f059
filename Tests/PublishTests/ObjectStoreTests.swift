import Foundation
import RepositoryTransport
import TUF
import TestSupport
import Testing
import WebTransport

@testable import BundlePublisher
@testable import SeasonAuthoring

/// Publishing into real object stores, which `make s3-test` starts: OpenStack Swift, which has no
/// conditional PUT, and Ceph's gateway, which has one with habits of its own.
@Suite(.enabled(if: !LiveStore.all.isEmpty, "no object stores: make s3-test"), .serialized)
struct ObjectStoreTests {
    @Test(arguments: LiveStore.all) func agentsGetWhatIsPublished(_ live: LiveStore) throws {
        let bucket = try live.makeBucket()
        let fixture = try SeasonFixture.inStore()
        try live.expect(bucket.publish(fixture), status: 0)
        try live.expect(bucket.run(["verify", "--in", bucket.address], fixture), status: 0)
        #expect(
            try bucket.run(["status", "--in", bucket.address], fixture).output.contains("2 seasons")
        )

        let again = try live.expect(bucket.publish(fixture), status: 0)
        #expect(again.output.contains("nothing to publish"))
        try fixture.addSeason(2024, title: "Another Title")
        let change = try live.expect(bucket.publish(fixture, ["--json"]), status: 0)
        #expect(try writtenPaths(change).count { $0.hasPrefix("targets/") } == 1)
        #expect(try writtenPaths(change).last == "metadata/timestamp.json")

        let agent = try Program.run(
            "bundle-agent",
            [
                "poll", "--state", fixture.folder["state"], "--repository", bucket.publicAddress,
                "--root", "\(fixture.home.metadataPath)/1.root.json",
            ])
        try live.expect(agent, status: 0)
        #expect(agent.output.contains("2024  installed"))
        // Nothing is left of the lock, and verify finds nothing to say of the web's view.
        #expect(try bucket.client.read(".lock") == nil)
        let outside = try bucket.run(["verify", "--in", bucket.publicAddress], fixture)
        #expect(outside.status == 0 && !outside.output.contains("warning"), "\(outside.output)")
    }

    @Test(arguments: LiveStore.all) func eachFileHasItsHeaders(_ live: LiveStore) throws {
        let bucket = try live.makeBucket()
        try live.expect(bucket.publish(.inStore()), status: 0)
        let stored = try bucket.client.list("")
        #expect(stored.count { $0.path.hasSuffix(".zip") } == 2)
        for file in stored {
            let head = try #require(try bucket.client.head(file.path))
            let expected = PublishFile(path: file.path, bytes: [])
            #expect(head.header("cache-control") == expected.cacheControl, "\(file.path)")
            #expect(
                head.header("content-type")?.lowercased() == expected.contentType, "\(file.path)")
        }
    }

    @Test(arguments: LiveStore.all) func whatNeverChangesIsNotOverwritten(_ live: LiveStore) throws
    {
        let bucket = try live.makeBucket()
        let fixture = try SeasonFixture.inStore()
        _ = try bucket.client.replace(
            PublishFile(path: "metadata/1.root.json", bytes: Array("{}".utf8)))
        let refused = try bucket.publish(fixture)
        #expect(refused.status == 3, "\(refused.messages)")
        #expect(try bucket.client.read("metadata/1.root.json")?.body == Array("{}".utf8))
        #expect(try bucket.client.read(PublishFile.timestampPath) == nil)
    }

    /// Stopped after any number of files, the same command goes on.
    @Test(arguments: LiveStore.all) func aRerunFinishesWhatWasInterrupted(_ live: LiveStore) throws
    {
        let bucket = try live.makeBucket()
        let fixture = try SeasonFixture.inStore()
        try live.expect(bucket.publish(fixture), status: 0)
        let before = try bucket.client.list("targets/").map(\.path)
        let timestamp = try #require(try bucket.client.read(PublishFile.timestampPath)).body
        try fixture.addSeason(2024, title: "Another")
        try live.expect(bucket.publish(fixture), status: 0)
        let zips = try bucket.client.list("targets/f1/").map(\.path)

        // As if it had been stopped before its last zip.
        _ = try bucket.client.replace(
            PublishFile(path: PublishFile.timestampPath, bytes: timestamp))
        for path in try bucket.client.list("targets/").map(\.path) where !before.contains(path) {
            try bucket.client.delete(path)
        }
        try FileManager.default.removeItem(atPath: fixture.folder["home/seen"])
        try live.expect(bucket.publish(fixture), status: 0)
        try live.expect(bucket.run(["verify", "--in", bucket.address], fixture), status: 0)
        #expect(try bucket.client.list("targets/f1/").map(\.path) == zips)
    }

    @Test(arguments: LiveStore.all) func aLockKeepsTheSecondPublisherOut(_ live: LiveStore) throws {
        let bucket = try live.makeBucket()
        let fixture = try SeasonFixture.inStore()
        let now = machineTime
        let lock = ObjectStoreLock(bucket.client, isBroken: false, owner: "a test")
        try #expect(lock.acquire(now: now))
        let busy = try bucket.publish(fixture)
        #expect(busy.status == 1 && busy.messages.contains("locked by "), "\(busy.messages)")
        lock.release()

        // One that was left behind half an hour ago.
        try #expect(lock.acquire(now: now.advanced(bySeconds: -1_800)))
        let left = try bucket.publish(fixture)
        #expect(left.status == 1 && left.messages.contains("--break-lock"), "\(left.messages)")
        try live.expect(bucket.publish(fixture, ["--break-lock"]), status: 0)
        #expect(throws: PublishError.self) { try lock.requireHeld() }
    }

    @Test(arguments: LiveStore.all) func aCommitReplacesOnlyWhatWasThere(_ live: LiveStore) throws {
        let bucket = try live.makeBucket()
        func timestamp(_ number: Int) -> PublishFile {
            PublishFile(path: PublishFile.timestampPath, bytes: Array("\(number)".utf8))
        }
        for (before, meanwhile) in [(nil, 1), (1, 2)] as [(Int?, Int)] {
            let destination = bucket.destination
            let there = try bucket.client.read(PublishFile.timestampPath)
            #expect(there?.body == before.map { Array("\($0)".utf8) })
            #expect(throws: PublishError.self) {
                try destination.withLock { () throws(PublishError) in
                    _ = try bucket.client.replace(timestamp(meanwhile))
                    return try destination.write(
                        [timestamp(9)], inOrder: true)
                }
            }
            #expect(
                try bucket.client.read(PublishFile.timestampPath)?.body
                    == Array("\(meanwhile)".utf8))
        }
        let destination = bucket.destination
        let written = try destination.withLock { () throws(PublishError) in
            try destination.write([timestamp(3)], inOrder: true)
        }
        #expect(written == [PublishFile.timestampPath])
    }

    @Test(arguments: LiveStore.all) func publishersAtOnceLeaveOneWholeSet(_ live: LiveStore) throws
    {
        let bucket = try live.makeBucket()
        let fixture = try SeasonFixture.inStore()
        try live.expect(bucket.publish(fixture), status: 0)
        try fixture.addSeason(2024, title: "Another")
        let publishers = (1...4).map { _ in
            Program.make("bundle-publish", bucket.arguments(fixture), live.environment)
        }
        for publisher in publishers { try publisher.run() }
        for publisher in publishers { publisher.waitUntilExit() }
        #expect(publishers.contains { $0.terminationStatus == 0 })
        try live.expect(bucket.run(["verify", "--in", bucket.address], fixture), status: 0)
        try live.expect(bucket.publish(fixture), status: 0)
    }

    @Test(arguments: LiveStore.all) func aWrongSecretAndAMissingBucketAreSaid(_ live: LiveStore)
        throws
    {
        let bucket = try live.makeBucket()
        let fixture = try SeasonFixture.inStore()
        let wrong = try Program.run(
            "bundle-publish", bucket.arguments(fixture),
            environment: live.environment.merging(["AWS_SECRET_ACCESS_KEY": "wrong"]) { $1 })
        #expect(wrong.status == 1 && wrong.messages.contains("SignatureDoesNotMatch"))
        let nowhere = try Program.run(
            "bundle-publish",
            [
                "publish", "--bundles", fixture.bundles, "--home", fixture.home.path, "--in",
                "s3://no-such-bucket",
            ], environment: live.environment)
        #expect(nowhere.status == 1 && nowhere.messages.contains("make the bucket"))
    }

    private func writtenPaths(_ result: Program.Result) throws -> [String] {
        struct Answer: Decodable { let written: [String] }
        return try JSONDecoder().decode(Answer.self, from: Data(result.output.utf8)).written
    }
}

extension SeasonFixture {
    /// Two seasons and a home; nothing is published.
    static func inStore() throws -> SeasonFixture {
        let fixture = try SeasonFixture()
        let made = try Program.run(
            "bundle-publish", ["init", "--no-passphrase", "--home", fixture.home.path])
        guard made.status == 0 else { throw SetUpError(made.messages) }
        return fixture
    }
}
