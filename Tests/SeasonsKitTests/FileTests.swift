import BundleFormat
import BundleZip
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import SeasonsKit

/// What an app's folder serves after an update that was killed, and after two updates at once.
@Suite struct FileTests {
    private struct Killed: Error {}

    /// Stops an update before a step, by its number: a change of a file, or the test of a season.
    private final class Killer: Sendable {
        private let left: Mutex<Int>
        private let names = Mutex<[String]>([])

        init(before number: Int) { left = Mutex(number) }

        func look(_ change: String) throws {
            names.withLock { $0.append(change) }
            let isOver = left.withLock { left in
                left -= 1
                return left < 0
            }
            if isOver { throw Killed() }
        }

        var changes: [String] { names.withLock { $0 } }
    }

    @Test func aKillBeforeEachChangeOfAFileServesTheOldOrTheNewSeasons() async throws {
        let (old, new, other) = try (
            Site.bundle(2024), Site.bundle(2024, without: 1), Site.bundle(2018)
        )
        let counting = Killer(before: .max)
        for number in 0... {
            let site = try Site()
            try FileManager.default.createDirectory(
                atPath: site.path, withIntermediateDirectories: true)
            let server = try Nginx(serving: site.path)
            try site.publish([old])
            try #require(await site.app(server.address).update().outcome == .updated)
            try site.publish([new, other])

            let killer = number == 0 ? counting : Killer(before: number - 1)
            let update = await (try site.app(server.address, onStep: killer.look)).update()
            let hasEnded = update.outcome == .updated
            let place = killer.changes.last ?? ""
            let served = await (try site.app("http://127.0.0.1:1/")).served()
            let wanted = [2018: other.version.hex, 2024: new.version.hex]
            #expect(served == [2024: old.version.hex] || served == wanted, "before \(place)")

            let clean = await (try site.app(server.address)).update()
            #expect(clean.outcome.isSuccess, "after \(place): \(clean.problem ?? "")")
            #expect(await (try site.app("http://127.0.0.1:1/")).served() == wanted)
            let left = FileManager.default.enumerator(atPath: site.appFolder.path)?
                .compactMap { $0 as? String }.filter { $0.contains(".new-") }
            #expect(left == [], "after \(place)")
            if hasEnded && number > 0 { break }
        }
        // The set is the last file that is written.
        let renames = counting.changes.filter { $0.hasPrefix("rename") }
        #expect(renames.last == "rename set.json")
        #expect(renames.count > 5)
    }

    @Test func manyUpdatesAtOnceTakeTurns() async throws {
        let site = try Site()
        try FileManager.default.createDirectory(
            atPath: site.path, withIntermediateDirectories: true)
        let server = try Nginx(serving: site.path)
        let bundle = try Site.bundle(2024)
        try site.publish([bundle])
        let address = server.address
        let outcomes = try await withThrowingTaskGroup(of: Update.Outcome.self) { group in
            for _ in 1...4 {
                group.addTask { await (try site.app(address)).update().outcome }
            }
            return try await group.reduce(into: [Update.Outcome]()) { $0.append($1) }
        }
        #expect(outcomes.filter { $0 == .updated }.count == 1)
        #expect(outcomes.filter { $0 == .upToDate }.count == 3)
        #expect(try server.requests().filter { $0.contains(".zip") }.count == 1)
    }
}
