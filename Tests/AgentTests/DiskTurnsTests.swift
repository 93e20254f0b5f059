import BundleFormat
@testable import BundleUpdater
@testable import Files
@testable import SeasonClient
import Testing
import TestSupport

/// Years wait for the disk some at a time, and each for itself.
@Suite struct DiskTurnsTests {
    @Test func eachYearHasItsAnswer() throws {
        let folder = try TemporaryDirectory()
        let bad = Descriptor(owning: 1_000_000, path: "/gone")
        let turns = DiskTurns()
        #expect(turns.finish().isEmpty)
        for (at, year) in try (2015...2026).map({ try #require(BundleYear($0)) }).enumerated() {
            // Enough for several turns.
            var files: [Descriptor] = []
            for file in 0..<50 {
                let writer = try Folder(folder.path).createFile("\(year)-\(file)")
                files.append(try writer.opened())
            }
            turns.add(year, DiskWait.Group(at % 5 == 3 ? files + [bad] : files))
        }
        let failed = turns.finish()
        #expect(failed.keys.map(\.number).sorted() == [2018, 2023])
        #expect(failed.values.allSatisfy { $0.path == "/gone" })
        #expect(turns.finish() == failed)
    }
}
