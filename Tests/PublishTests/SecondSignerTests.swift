import Foundation
import TestSupport
import Testing

@testable import BundlePublisher
@testable import SeasonAuthoring

/// Two people replace the online key at two machines: the first has the new key, the second only signs.
@Suite struct SecondSignerTests {
    @Test func whoDoesNotHaveTheNewKeyIsToldWhoHasIt() throws {
        let pair = try Pair()
        let made = try pair.run(["keys", "rotate-online"], at: pair.first)
        #expect(made.status == 1, "it lacks a signature")
        #expect(made.output.contains("store the content of \(pair.first)/keys/online-next.key"))
        try pair.share("pending", from: pair.first, to: pair.second)

        let sign = ["keys", "sign", "--in", pair.fixture.site, "--bundles", pair.fixture.bundles]
        let before = try pair.fixture.folder.contents()
        for more in [["--dry-run"], []] {
            let refused = try pair.run(sign + more, at: pair.second)
            #expect(refused.status == 1)
            #expect(
                refused.messages.contains("expected the one that root 3 names, found it neither"))
            #expect(!refused.messages.contains("--key"), "keys commands have no such option")
        }
        let after = try pair.fixture.folder.contents()
        #expect(
            after.filter { !$0.key.hasSuffix(".lock") }
                == before.filter { !$0.key.hasSuffix(".lock") })

        // The remedy: the key comes from the first person.
        let key = try String(
            contentsOfFile: "\(pair.first)/keys/online-next.key", encoding: .utf8)
        let signed = try pair.run(
            sign, at: pair.second, environment: [OnlineKey.environmentName: key])
        #expect(signed.status == 0, "\(signed.messages)")
        #expect(
            try pair.succeed(["verify", "--in", pair.fixture.site], at: pair.second).status == 0)
    }

    @Test func onlyAFileThatIsThereIsNamed() throws {
        let pair = try Pair()
        _ = try pair.run(["keys", "rotate-online"], at: pair.first)
        try pair.share("pending", from: pair.first, to: pair.second)
        let signed = try pair.succeed(["keys", "sign"], at: pair.second)
        #expect(!signed.output.contains("keys/online.key"), "\(signed.output)")
        #expect(signed.output.contains("whoever made this root stores it"))
        #expect(signed.output.contains("whoever has the new online key publishes"))

        // The first person pulls, and publishes with the key that was named.
        try FileManager.default.removeItem(atPath: "\(pair.first)/pending")
        try FileManager.default.removeItem(atPath: "\(pair.first)/metadata")
        try pair.share("metadata", from: pair.second, to: pair.first)
        let listed = try pair.succeed(["keys", "list"], at: pair.first)
        #expect(listed.output.contains("\(pair.first)/keys/online-next.key"), "\(listed.output)")
        let publish = ["publish", "--in", pair.fixture.site, "--bundles", pair.fixture.bundles]
        try pair.succeed(publish, at: pair.first)
    }

    /// Two homes of one repository whose threshold is two; each has one root key, and the first has the online key.
    private struct Pair {
        let fixture: SeasonFixture
        var first: String { fixture.home.path }
        var second: String { fixture.folder["second"] }

        init() throws {
            fixture = try SeasonFixture.publishedNow()
            try succeed(["keys", "threshold", "2", "--in", fixture.site], at: first)
            try FileManager.default.copyItem(atPath: first, toPath: second)
            for path in [
                "\(first)/keys/root-b.key", "\(second)/keys/root-a.key",
                "\(second)/keys/online.key",
            ] {
                try FileManager.default.removeItem(atPath: path)
            }
        }

        func run(
            _ command: [String], at home: String, environment: [String: String] = [:]
        ) throws -> Program.Result {
            try Program.run(
                "bundle-publish", command + ["--home", home], environment: environment)
        }

        @discardableResult
        func succeed(_ command: [String], at home: String) throws -> Program.Result {
            let result = try run(command, at: home)
            #expect(result.status == 0, "\(command): \(result.messages)")
            return result
        }

        /// What version control carries from one home to the other.
        func share(_ name: String, from home: String, to other: String) throws {
            try FileManager.default.copyItem(
                atPath: "\(home)/\(name)", toPath: "\(other)/\(name)")
        }
    }
}
