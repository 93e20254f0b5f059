import BundleArchive
import Dispatch
import Foundation
import JSON
import RepositoryTransport
import Synchronization
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
        let fixture = try bucket.makeFixture()
        let publish = "publish --in \(bucket.address)"
        try fixture.expect(of: publish)
        try fixture.expect(of: "verify --in \(bucket.address)")
        #expect(try fixture.run("status --in \(bucket.address)").output.contains("2 seasons"))
        #expect(try fixture.run(publish).output.contains("nothing to publish"))
        try fixture.addSeason(2024, title: "Another Title")
        let change = try JSON.parse(fixture.expect(of: "\(publish) --json").output)
        let written = try #require(change["written"]?.arrayValue).compactMap(\.stringValue)
        #expect(written.count { $0.hasPrefix("targets/") } == 1)
        #expect(written.last == "metadata/timestamp.json")

        let agent = try fixture.poll(bucket.publicAddress)
        #expect(agent.status == 0 && agent.output.contains("2024  installed"))
        // Nothing is left of the lock, and verify finds nothing to say of the web's view.
        #expect(try bucket.client.read(".lock") == nil)
        let outside = try fixture.expect(of: "verify --in \(bucket.publicAddress)")
        #expect(!outside.output.contains("warning"), "\(outside.output)")
        // What is no longer asked for can be listed and removed.
        try fixture.expect(of: "prune --keep-days 0 --in \(bucket.address)")
    }

    @Test(arguments: LiveStore.all) func eachFileHasItsHeaders(_ live: LiveStore) throws {
        let bucket = try live.makeBucket()
        try bucket.makeFixture().expect(of: "publish --in \(bucket.address)")
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

    @Test(arguments: LiveStore.all) func aLockKeepsTheSecondPublisherOut(_ live: LiveStore) throws {
        let bucket = try live.makeBucket()
        let fixture = try bucket.makeFixture()
        let publish = "publish --in \(bucket.address)"
        let lock = ObjectStoreLock(bucket.client, isBroken: false, owner: "a test")
        try #expect(lock.acquire(now: machineTime))
        #expect(try fixture.expect(1, of: publish).messages.contains("locked by "))
        lock.release()

        // One that was left behind half an hour ago.
        try #expect(lock.acquire(now: machineTime.advanced(bySeconds: -1_800)))
        #expect(try fixture.expect(1, of: publish).messages.contains("--break-lock"))
        try fixture.expect(of: "\(publish) --break-lock")
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
                    _ = try bucket.client.put(timestamp(meanwhile))
                    return try destination.write([timestamp(9)], inOrder: true)
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
        let fixture = try bucket.makeFixture()
        let publish = "publish --in \(bucket.address)"
        try fixture.expect(of: publish)
        try fixture.addSeason(2024, title: "Another")
        let statuses = Mutex<[Int32]>([])
        DispatchQueue.concurrentPerform(iterations: 4) { _ in
            let status = (try? fixture.run(publish))?.status ?? -1
            statuses.withLock { $0.append(status) }
        }
        #expect(statuses.withLock { $0.contains(0) })
        try fixture.expect(of: "verify --in \(bucket.address)")
        try fixture.expect(of: publish)
    }
}

/// A real object store on loopback, as `make s3-test` describes it in an environment variable: its address,
/// a key, its secret, and the address below which the web sees buckets.
struct LiveStore: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let environment: [String: String]
    private let web: String

    /// The stores that are there.
    static let all = ["S3_TEST_SWIFT", "S3_TEST_CEPH"].compactMap(LiveStore.init)

    private init?(_ variable: String) {
        let words = (ProcessInfo.processInfo.environment[variable] ?? "").split(separator: " ").map(
            String.init)
        guard words.count == 4 else { return nil }
        testDescription = variable
        environment = [
            "AWS_ENDPOINT_URL": words[0], "AWS_ACCESS_KEY_ID": words[1],
            "AWS_SECRET_ACCESS_KEY": words[2],
        ]
        web = words[3]
    }

    /// A bucket of one test, which the web may read.
    func makeBucket() throws -> Bucket {
        let name = "test-\(UUID().uuidString.lowercased())"
        let options = try ObjectStoreOptions(environment: { environment[$0] })
        func store(_ prefix: String) throws -> ObjectStore {
            ObjectStore(
                try ObjectStoreAddress("s3://\(name)\(prefix)"), options: options,
                web: WebOptions(userAgent: "test"))
        }
        var make = ObjectRequest(.put, nil)
        make.headers = ["Content-Type: application/xml"]
        if testDescription == "S3_TEST_SWIFT" { make.headers.append("x-amz-acl: public-read") }
        let made = try store("").send(make)
        guard made.status == 200 else { throw SetUpError(made.objectStoreProblem) }
        if testDescription == "S3_TEST_CEPH" {
            let policy = """
                {"Version": "2012-10-17", "Statement": [{"Effect": "Allow", "Principal": "*", \
                "Action": ["s3:GetObject"], "Resource": ["arn:aws:s3:::\(name)/*"]}]}
                """
            var put = ObjectRequest(.put, nil)
            put.query = "policy="
            put.headers = ["Content-Type: application/json"]
            put.setBody(policy)
            let set = try store("").send(put)
            guard set.status < 300 else { throw SetUpError(set.objectStoreProblem) }
        }
        return Bucket(
            live: self, store: try store("/bundles"), publicAddress: "\(web)/\(name)/bundles")
    }

    /// A place in the store.
    struct Bucket {
        let live: LiveStore
        let store: ObjectStore
        let publicAddress: String

        var address: String { "\(store.address)" }
        var client: ObjectStoreClient { ObjectStoreClient(store) { _ in } }
        var destination: ObjectStoreDestination {
            ObjectStoreDestination(
                store, breaksLock: false, owner: "a test", now: machineTime
            ) { _ in }
        }

        /// Two seasons and a home that can write here; nothing is published.
        func makeFixture() throws -> SeasonFixture {
            var fixture = try SeasonFixture()
            fixture.environment = live.environment
            try fixture.makeHome(after: SeasonFixture.soon - 120)
            return fixture
        }
    }
}

extension ObjectRequest {
    /// Gives it a text to send, with its hash.
    mutating func setBody(_ text: String) {
        body = Array(text.utf8)
        bodySHA256 = ContentHasher.hex(of: body)
    }
}
