import Foundation
import TUF
import TestSupport
import Testing

@testable import BundlePublisher
@testable import SeasonAuthoring

/// What keeps `prune` from removing anything.
@Suite struct PruneRefusalTests {
    private static let day = SeasonFixture.day

    /// With a clock that is ahead, every state would be old enough.
    @Test(arguments: [(4 * 366, "at most three years after"), (-1, "after the last publish")])
    func aClockThatIsWrongRemovesNothing(_ days: Int64, _ says: String) throws {
        let fixture = try twice()
        let before = try fixture.folder.contents(of: "site")
        for isDryRun in [true, false] {
            let told = trouble {
                _ = try prune(fixture, after: days * Self.day, isDryRun: isDryRun)
            }
            #expect(told?.message.contains(says) == true, "\(String(describing: told))")
            #expect(told?.exitStatus == 1)
        }
        #expect(try fixture.folder.contents(of: "site") == before)
    }

    /// A person who reads `remove …` believes it.
    @Test func aPlanThatIsRefusedIsNotShown() throws {
        let fixture = try twice()
        let path = try #require(
            fixture.folder.contents(of: "site").keys.filter { $0.hasPrefix("targets/f1/2025/") }
                .min())
        try fixture.folder.write("damaged", to: "site/\(path)")
        for isDryRun in [true, false] {
            var isShown = false
            let told = trouble {
                _ = try prune(fixture, after: 400 * Self.day, isDryRun: isDryRun) {
                    _ in isShown = true
                }
            }
            #expect(told != nil && !isShown)
        }
    }

    /// A repository that was published twice.
    private func twice() throws -> SeasonFixture {
        let fixture = try SeasonFixture.published()
        try fixture.addSeason(2024, title: "Another")
        try fixture.publish(after: 60)
        return fixture
    }

    private func prune(
        _ fixture: SeasonFixture, after seconds: Int64, isDryRun: Bool,
        _ show: (PrunePlan) -> Void = { _ in }
    ) throws -> PrunePlan {
        try Pruner(
            destination: FolderDestination(directory: fixture.site), home: fixture.home,
            keepDays: 1, now: SeasonFixture.start.advanced(bySeconds: seconds), isDryRun: isDryRun
        ).run(show)
    }
}
