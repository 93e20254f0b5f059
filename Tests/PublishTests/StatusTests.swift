import Foundation
import TUF
import TestSupport
import Testing

@testable import BundlePublisher
@testable import bundle_publish

/// How long everything lasts, for people, machines and GitHub.
@Suite struct StatusTests {
    @Test(arguments: [(0, true), (67, true), (68, false), (91, false)] as [(Int64, Bool)])
    func theTimestampsMargin(_ days: Int64, _ isWell: Bool) throws {
        #expect(try status(after: days).isWell == isWell)
    }

    @Test(arguments: [(1_735, true), (1_737, false), (1_830, false)] as [(Int64, Bool)])
    func rootsMargin(_ days: Int64, _ isWell: Bool) throws {
        let fixture = try SeasonFixture.published()
        for day in stride(from: Int64(46), through: min(days, 1_820), by: 46) {
            try fixture.refresh(after: day * SeasonFixture.day)
        }
        let root = try status(of: fixture, after: days).roles.first { $0.signed.role == .root }
        #expect((root?.warning == nil) == isWell)
    }

    @Test func gitHubIsGivenAnnotations() throws {
        #expect(
            RepositoryStatusText.annotations(try status(after: 0), PrintedCommands()) == """
                ::notice title=published seasons::2 seasons, last published 0 days ago; \
                days left: root 1826, timestamp 90, snapshot 3652, targets 3652
                """)
        #expect(
            RepositoryStatusText.annotations(try status(after: 80), PrintedCommands()) == """
                ::error title=timestamp::less than a quarter of its life left: \
                is refresh still run regularly?
                """)
    }

    @Test(.needs(programs: "nginx")) func anAddressServesAsWell() throws {
        let fixture = try SeasonFixture.publishedNow()
        let server = try Nginx(serving: fixture.site)
        try fixture.folder.write(
            fixture.folder.read("home/configuration.yaml") + "repository: \(server.address)\n",
            to: "home/configuration.yaml")
        for repository in ["--in \(server.address)", "--in SITE", ""] {
            let result = try fixture.expect(of: "status --json \(repository)")
            for key in ["\"isWell\":true", "\"daysLeft\":", "\"ageDays\":0", "\"count\":2"] {
                #expect(result.output.contains(key), "\(result.output)")
            }
        }
        server.stop()
        try fixture.expect(1, of: "status --json")
    }

    @Test func withoutAnyRepositoryTheRemedyIsNamed() throws {
        let fixture = try SeasonFixture()
        try fixture.makeHome()
        let result = try fixture.expect(1, of: "status")
        #expect(result.messages.contains("write repository: into \(fixture.home.path)"))
    }

    private func status(after days: Int64) throws -> RepositoryStatus {
        try status(of: SeasonFixture.published(), after: days)
    }

    private func status(of fixture: SeasonFixture, after days: Int64) throws -> RepositoryStatus {
        let now = SeasonFixture.start.advanced(bySeconds: days * SeasonFixture.day)
        return RepositoryStatus(
            try fixture.live(after: days * SeasonFixture.day), decisions: Decisions(), now: now)
    }
}
