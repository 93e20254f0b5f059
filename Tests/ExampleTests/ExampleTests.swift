import BundlePublisher
import Crypto
import Foundation
import JSON
import SeasonAuthoring
import TUF
import TestSupport
import Testing

/// The programs in `Examples/` do what their README says.
@Suite struct ExampleTests {
    @Test(arguments: [
        (["1 + 2 * 3"], "7"), (["price * double(count)", "price=2.5", "count=3"], "7.5"),
        (["name.matches('^[a-z]+$') ? 'word' : 'other'", "name=cel"], "word"),
        (["timestamp('2026-03-01T12:00:00Z').getHours('America/New_York')"], "7"),
    ])
    func theCalculatorComputes(_ arguments: [String], _ expected: String) throws {
        let result = try Program.run("cel-calculator", arguments)
        #expect(result.output == "\(expected)\n", "\(result.messages)")
        #expect(result.status == 0)
    }

    @Test func theCalculatorSaysWhatIsWrong() throws {
        let result = try Program.run("cel-calculator", ["pric * 2", "price=1"])
        #expect(result.status == 1)
        #expect(result.messages.contains("did you mean 'price'?"))
        #expect(try Program.run("cel-calculator", []).status == 64)
    }

    @Test func theDownloaderVerifiesAFile() throws {
        let folder = try TemporaryDirectory()
        try publish("hello", in: folder)
        let arguments = [folder["root.json"], folder["site"], "greeting.txt", folder["state"]]
        let first = try Program.run("tuf-downloader", arguments)
        #expect(first.output == "hello", "\(first.messages)")
        // The second one starts from what the first has stored.
        #expect(try Program.run("tuf-downloader", arguments).output == "hello")

        let name = try #require(
            try FileManager.default.contentsOfDirectory(atPath: folder["site/targets"]).first)
        try folder.write("hallo", to: "site/targets/\(name)")
        let damaged = try Program.run("tuf-downloader", arguments)
        #expect(damaged.status == 1)
        #expect(damaged.output == "")
        #expect(damaged.messages.contains("hash"))
    }

    @Test func theBotAnswersWithATable() throws {
        let samples = Checkout.path("bundles/2024/samples")
        let sample = try #require(
            try FileManager.default.contentsOfDirectory(atPath: samples).sorted()
                .first { $0.hasSuffix(".json") })
        let description = Checkout.path("Sources/EmbeddedBundles/content/2024/match.json")
        let described = try Program.run("match-bot", ["\(samples)/\(sample)", description])
        #expect(described.status == 0, "\(described.messages)")
        #expect(described.output.contains("|"))
        let generic = try Program.run("match-bot", ["\(samples)/\(sample)"])
        #expect(generic.status == 0)
        #expect(generic.output != described.output)
        #expect(try Program.run("match-bot", [description]).status == 1)
    }

    /// An app follows what another program publishes, both by public declarations alone.
    @Test func theSettingsShowVersionAndUploadTime() throws {
        let folder = try TemporaryDirectory()
        let now = Int64(Date().timeIntervalSince1970)
        try FileManager.default.createDirectory(
            atPath: folder["bundles"], withIntermediateDirectories: true)
        try FileManager.default.copyItem(
            atPath: Checkout.path("bundles/2024"), toPath: folder["bundles/2024"])
        try SeasonPublisher.makeHome(
            at: folder["home"], passphrases: ["first of two people", "second of two people"],
            nowUnixSeconds: now)
        let publisher = SeasonPublisher(
            home: folder["home"], seasons: folder["bundles"], directory: folder["site"])
        let plan = try publisher.plan(nowUnixSeconds: now)
        #expect(plan.seasons.map(\.change) == [.added] && plan.written.isEmpty)
        let published = try publisher.publish(nowUnixSeconds: now)
        #expect(published.seasons == plan.seasons)
        #expect(published.written.last == "metadata/timestamp.json")
        #expect(try publisher.publish(nowUnixSeconds: now + 1).isUnchanged)
        #expect(try publisher.refresh(nowUnixSeconds: now + 1).isUnchanged)

        let server = try Nginx(serving: folder["site"])
        let arguments = [
            folder["home/metadata/1.root.json"], server.address, folder["seasons"],
        ]
        let version = try #require(published.seasons.first?.version).prefix(12)
        let uploaded = Date(timeIntervalSince1970: TimeInterval(now)).formatted(.iso8601)
        let line = "2024  version \(version)  uploaded \(uploaded)\n"
        let reload = "Reload: r\n"
        // At the first start without a network, the season inside the app is shown.
        let inside = try Program.run(
            "season-settings",
            [arguments[0], "http://127.0.0.1:1", folder["other"]]
                + [Checkout.path("Sources/EmbeddedBundles/content")])
        #expect(inside.output.contains("2024  version"))
        #expect(inside.output.contains("inside the app"))
        let first = try Program.run("season-settings", arguments)
        #expect(first.output == reload + line + "Updated just now.\n" + reload, "\(first.messages)")
        let again = line + "Up to date.\n" + reload
        #expect(try Program.run("season-settings", arguments).output == line + reload + again)
        #expect(
            try Program.run("season-settings", arguments, input: "r\n").output.hasSuffix(again),
            "the row reloads")

        // Whatever fails, the season is shown.
        try folder.write("{}", to: "site/metadata/timestamp.json")
        let refused = try Program.run("season-settings", arguments)
        #expect(refused.output.hasPrefix(line + reload + line + "timestamp"))
        #expect(try !publisher.publish(nowUnixSeconds: now + 2).isUnchanged, "it signs over that")
    }

    @Test func aPublisherSaysWhatIsToBeDone() throws {
        let folder = try TemporaryDirectory()
        let publisher = SeasonPublisher(
            home: folder["home"], seasons: folder["bundles"], directory: folder["site"])
        let missing = #expect(throws: PublishError.self) {
            try publisher.plan(nowUnixSeconds: 1_800_000_000)
        }
        #expect(missing?.kind == .failed)
        #expect(missing?.description.contains("\nrun this where the folder of seasons is") == true)
        try folder.write("kind: [", to: "bundles/2024/match.yaml")
        let mistaken = #expect(throws: PublishError.self) {
            try publisher.plan(nowUnixSeconds: 1_800_000_000)
        }
        #expect(mistaken?.kind == .mistakes)
        #expect(
            mistaken?.diagnostics.contains {
                $0.file.hasSuffix("2024/match.yaml") && $0.place?.position.line == 2
            } == true)
        let weak = #expect(throws: PublishError.self) {
            try SeasonPublisher.makeHome(
                at: folder["home"], passphrases: ["a", "b"], nowUnixSeconds: 1_800_000_000)
        }
        #expect(weak?.kind == .failed)
    }

    /// Publishes one file in a new repository, valid for a day.
    private func publish(_ text: String, in folder: TemporaryDirectory) throws {
        let now = UTCTime(unixSeconds: Int64(Date().timeIntervalSince1970))
        let expires = now.advanced(bySeconds: 86_400)
        let (offline, online) = (SigningKey(), SigningKey())
        let bytes = Array(text.utf8)
        let hash = SHA256.hash(data: bytes).map { byte in
            String(UInt16(byte) + 0x100, radix: 16).dropFirst()
        }.joined()
        let target = TargetFile(
            path: "greeting.txt", lengthBytes: bytes.count, hashes: ["sha256": hash])
        let root = try RootDraft(
            expires: expires, root: RoleKeys([offline.publicKey]),
            online: RoleKeys([online.publicKey])
        ).signed(by: [offline])
        let targets = try SignedMetadata.targets(
            version: 1, expires: expires, targets: [target], keys: [online])
        let snapshot = try SignedMetadata.snapshot(
            version: 1, expires: expires, targets: targets, keys: [online])
        let timestamp = try SignedMetadata.timestamp(
            version: 1, expires: expires, snapshot: snapshot, keys: [online])
        let publication = Publication(
            roots: [MetadataFile(name: root.fileName(), bytes: root.bytes)], targets: targets,
            snapshot: snapshot, timestamp: timestamp)
        for file in publication.files {
            try folder.write(
                String(decoding: file.bytes, as: UTF8.self), to: "site/metadata/\(file.name)")
        }
        try folder.write(String(decoding: root.bytes, as: UTF8.self), to: "root.json")
        try folder.write(text, to: "site/targets/\(hash).greeting.txt")
    }
}
