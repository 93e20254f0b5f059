import Foundation
import Testing
import TestSupport

@testable import BundlePublisher
@testable import SeasonAuthoring

/// A live repository that is not what our root's keys signed is refused, and left as it is.
@Suite struct RefusalTests {
    struct Case: CustomTestStringConvertible {
        let testDescription: String
        let status: Int32
        let harm: @Sendable (SeasonFixture) throws -> Void

        init(
            _ name: String, status: Int32 = 3,
            _ harm: @escaping @Sendable (SeasonFixture) throws -> Void
        ) {
            (testDescription, self.status, self.harm) = (name, status, harm)
        }
    }

    static let cases = [
        Case("timestamp edited by hand") {
            try edit($0, "timestamp.json", "\"version\":", "\"version\": 1")
        },
        Case("timestamp that is no JSON") { try edit($0, "timestamp.json", "{", "<html>") },
        Case("targets edited by hand") {
            try edit($0, "1800000000.targets.json", "2027", "2028")
        },
        Case("snapshot gone") {
            try FileManager.default.removeItem(
                atPath: $0.folder["site/metadata/1800000000.snapshot.json"])
        },
        Case("signed by others") { fixture in
            let stranger = try SeasonFixture()
            try stranger.makeHome()
            try stranger.publish()
            try FileManager.default.removeItem(atPath: fixture.site)
            try FileManager.default.copyItem(atPath: stranger.site, toPath: fixture.site)
        },
        Case("a root that this checkout does not have") { fixture in
            try fixture.folder.copy("home", to: "behind")
            try fixture.rotateOnline(after: 10)
            try fixture.publish(after: 20)
            try fixture.folder.remove("home")
            try fixture.folder.move("behind", to: "home")
        },
        Case("published from the future", status: 1) { try $0.publish(after: 86_400) },
        Case("a key that root does not name", status: 1) { fixture in
            let stranger = try SeasonFixture()
            try stranger.makeHome()
            try FileManager.default.removeItem(atPath: fixture.home.onlineKeyPath)
            try FileManager.default.copyItem(
                atPath: stranger.home.onlineKeyPath, toPath: fixture.home.onlineKeyPath)
        },
    ]

    @Test(arguments: cases) func isRefusedAndLeftAsItIs(_ example: Case) throws {
        let fixture = try SeasonFixture()
        try fixture.makeHome()
        try fixture.publish()
        try fixture.addSeason(2026)
        try example.harm(fixture)
        if example.testDescription == "published from the future" {
            try fixture.addSeason(2024, title: "Another")
        }
        let before = try fixture.folder.contents(of: "site")
        let error = trouble { try fixture.publish(after: 60) }
        #expect(error?.exitStatus == example.status)
        #expect(try fixture.folder.contents(of: "site") == before)
    }

    private static func edit(
        _ fixture: SeasonFixture, _ name: String, _ old: String, _ new: String
    ) throws {
        let text = try fixture.folder.read("site/metadata/\(name)")
        try #require(text.contains(old))
        try fixture.folder.write(
            text.replacing(old, with: new, maxReplacements: 1), to: "site/metadata/\(name)")
    }
}
