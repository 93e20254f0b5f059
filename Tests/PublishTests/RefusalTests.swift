import Foundation
import Testing
import TestSupport
import TUF

@testable import BundlePublisher
@testable import SeasonAuthoring

/// A repository that our root's keys have not signed, or a clock or key that does not fit, is left as it is.
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
        Case("signed by others") { fixture in
            let stranger = try SeasonFixture.published()
            try fixture.folder.remove("site")
            try FileManager.default.copyItem(atPath: stranger.site, toPath: fixture.site)
        },
        Case("a root that this checkout does not have") { fixture in
            try fixture.folder.copy("home", to: "behind")
            try fixture.rotateOnline(after: 10)
            try fixture.publish(after: 20)
            try fixture.folder.remove("home")
            try fixture.folder.move("behind", to: "home")
        },
        Case("published from the future", status: 1) { fixture in
            try fixture.publish(after: 86_400)
            try fixture.addSeason(2024, title: "Another")
        },
        Case("a key that root does not name", status: 1) { fixture in
            let stranger = try SeasonFixture.published()
            try FileManager.default.removeItem(atPath: fixture.home.onlineKeyPath)
            try FileManager.default.copyItem(
                atPath: stranger.home.onlineKeyPath, toPath: fixture.home.onlineKeyPath)
        },
    ]

    @Test(arguments: cases) func isRefusedAndLeftAsItIs(_ example: Case) throws {
        let fixture = try SeasonFixture.published()
        try fixture.addSeason(2026)
        try example.harm(fixture)
        let before = try fixture.folder.contents(of: "site")
        let error = trouble { try fixture.publish(after: 60) }
        #expect(error?.exitStatus == example.status)
        #expect(try fixture.folder.contents(of: "site") == before)
    }

    /// Each counts for nothing: a home that has seen the state before goes on from it.
    @Test(arguments: [
        ("timestamp.json", "\"version\":", "\"version\": 1"), ("timestamp.json", "{", "<html>"),
        ("1800000000.targets.json", "2027", "2028"), ("1800000000.snapshot.json", "{", "<html>"),
    ])
    func whatWasEditedByHandIsSignedOver(_ name: String, _ old: String, _ new: String) throws {
        let fixture = try SeasonFixture.published()
        let before = try fixture.seenByNewClient()
        let text = try fixture.folder.read("site/metadata/\(name)")
        try #require(text.contains(old))
        try fixture.folder.write(
            text.replacing(old, with: new, maxReplacements: 1), to: "site/metadata/\(name)")
        #expect(throws: UpdateError.self) { try fixture.seenByNewClient() }
        let report = try fixture.publish(after: 60)
        #expect(report.plan.signing == .everything(.putBack))
        #expect(
            report.notes.contains { if case .putBack = $0 { true } else { false } })
        #expect(try fixture.seenByNewClient(after: 60) == before)
    }
}
