import BundleArchive
import Foundation
import RepositoryTransport
import TestSupport
import Testing
import WebTransport

@testable import BundlePublisher
@testable import SeasonAuthoring

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

    /// The result, held to an exit status.
    @discardableResult
    func expect(_ result: Program.Result, status: Int32) throws -> Program.Result {
        guard result.status == status else {
            throw SetUpError("status \(result.status)\n\(result.output)\(result.messages)")
        }
        return result
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

        func arguments(_ fixture: SeasonFixture, _ more: [String] = []) -> [String] {
            [
                "publish", "--bundles", fixture.bundles, "--home", fixture.home.path, "--in",
                address,
            ] + more
        }

        func publish(
            _ fixture: SeasonFixture, _ more: [String] = []
        ) throws -> Program.Result {
            try Program.run(
                "bundle-publish", arguments(fixture, more), environment: live.environment)
        }

        /// Another command with the home.
        func run(_ command: [String], _ fixture: SeasonFixture) throws -> Program.Result {
            try Program.run(
                "bundle-publish", command + ["--home", fixture.home.path],
                environment: live.environment)
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
