import BundleFormat
import BundleZip
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import SeasonsKit

/// What an app waits for, and what it does not: a server's pause, a cancelled transfer, another season's test.
@Suite(.timeLimit(.minutes(2))) struct WaitingTests {
    private let site: Site

    init() throws { site = try Site() }

    /// Counts what comes, and can be waited for.
    private final class Counter: Sendable {
        private let count = Mutex(0)
        var value: Int { count.withLock { $0 } }
        func add() { count.withLock { $0 += 1 } }
        func reaches(_ number: Int) async throws {
            while value < number { try await Task.sleep(for: .milliseconds(5)) }
        }
    }

    @Test func aPauseLastsADayAtMostAndOutlivesTheApp() async throws {
        let asked = Counter()
        let port = try LoopbackServer.start { _ in
            asked.add()
            return Array(
                "HTTP/1.1 503 Busy\r\nRetry-After: 99999999\r\nContent-Length: 0\r\n\r\n".utf8)
        }
        let address = "http://127.0.0.1:\(port)"
        let start = Date()
        // With the real clock, another second may begin before the update.
        let first = await (try site.app(address, clock: { start })).update()
        #expect(first.outcome == .unreachable && first.retryAfterSeconds == 99_999_999)
        let before = asked.value
        for hours in [0.0, 1, 23] {
            let later = start.addingTimeInterval(hours * 3_600)
            let restarted = try site.app(address, clock: { later })
            let update = await restarted.update()
            #expect(update.outcome == .unreachable)
            let rest = update.next.timeIntervalSince(start) / 3_600
            #expect((23.9...24.1).contains(rest), "\(rest) hours")
        }
        #expect(asked.value == before)
        // Another repository is asked, and after a day this one, too.
        _ = await (try site.app("http://127.0.0.1:\(port)/other")).update()
        #expect(asked.value > before)
        let between = asked.value
        _ = await (try site.app(address, clock: { start.addingTimeInterval(87_000) })).update()
        #expect(asked.value > between)
    }

    /// A server that takes connections and says nothing.
    private struct SilentServer: Sendable {
        let address: String
        let opened = Counter()
        let closed = Counter()

        init() throws {
            let (listener, port) = try Loopback.listen()
            address = "http://127.0.0.1:\(port)"
            let (opened, closed) = (opened, closed)
            Thread.detachNewThread {
                while case let connection = accept(listener, nil, nil), connection >= 0 {
                    Thread.detachNewThread {
                        var bytes = [UInt8](repeating: 0, count: 4_096)
                        if recv(connection, &bytes, bytes.count, 0) > 0 { opened.add() }
                        while recv(connection, &bytes, bytes.count, 0) > 0 {}
                        closed.add()
                        close(connection)
                    }
                }
            }
        }
    }

    @Test func cancellingTheTaskEndsTheTransfer() async throws {
        let server = try SilentServer()
        let seasons = try site.app(server.address)
        let task = Task { await seasons.update() }
        try await server.opened.reaches(1)
        task.cancel()
        #expect(await task.value.outcome == .cancelled)
        try await server.closed.reaches(server.opened.value)
        // The next update is one of its own.
        let again = Task { await seasons.update() }
        try await server.opened.reaches(2)
        again.cancel()
        #expect(await again.value.outcome == .cancelled)
    }

    @Test func followingEndsWithItsTask() async throws {
        let server = try SilentServer()
        let seasons = try site.app(server.address)
        let task = Task { await seasons.follow() }
        try await server.opened.reaches(1)
        task.cancel()
        await task.value
        try await server.closed.reaches(1)
    }

    @Test func anUpdateEndsForOneCallerOnlyWithTheLast() async throws {
        let server = try SilentServer()
        let seasons = try site.app(server.address)
        let (first, second) = (Task { await seasons.update() }, Task { await seasons.update() })
        try await server.opened.reaches(1)
        while await seasons.waiting < 2 { await Task.yield() }
        first.cancel()
        while await seasons.waiting > 1 { await Task.yield() }
        #expect(server.closed.value == 0)
        second.cancel()
        #expect(await second.value.outcome == .cancelled)
        #expect(await first.value.outcome == .cancelled)
    }

    @Test func aSeasonIsThereWhileAnotherOneIsTested() async throws {
        let (old, new) = try (Site.bundle(2018), Site.bundle(2024))
        try FileManager.default.createDirectory(
            atPath: site.path, withIntermediateDirectories: true)
        let server = try Nginx(serving: site.path)
        try site.publish([old, new])
        let (tests, freed, isFree) = (Counter(), Counter(), DispatchSemaphore(value: 0))
        let seasons = try site.app(
            server.address, embedded: [old],
            onStep: { step in
                guard step.hasPrefix("test 2024") else { return }
                tests.add()
                if isFree.wait(timeout: .now() + 30) == .success { freed.add() }
            })
        let task = Task { await seasons.update() }
        try await tests.reaches(1)
        #expect(await seasons.current(2018)?.version == old.version.hex)
        isFree.signal()
        #expect(await task.value.outcome == .updated)
        #expect(freed.value == 1, "the season came only after the test")
        #expect(await seasons.current(2024)?.version == new.version.hex)
    }

    /// The second update does not see damage that changes no sign of the file; a new start reads every zip.
    @Test func aZipIsUnpackedOncePerStart() async throws {
        try FileManager.default.createDirectory(
            atPath: site.path, withIntermediateDirectories: true)
        let server = try Nginx(serving: site.path)
        let bundle = try Site.bundle(2024)
        try site.publish([bundle])
        let seasons = try site.app(server.address)
        #expect(await seasons.update().outcome == .updated)
        func zips() throws -> Int { try server.requests().count { $0.contains(".zip") } }
        #expect(try zips() == 1)

        let folder = site.appFolder.appendingPathComponent("bundles")
        let name = try #require(
            try FileManager.default.contentsOfDirectory(atPath: folder.path).first)
        let (zip, copy) = (folder.appendingPathComponent(name).path, site.folder["copy"])
        let kept = try Program.run("/bin/cp", ["-p", zip, copy])
        #expect(kept.status == 0)
        let damaged = try FileHandle(forWritingTo: URL(fileURLWithPath: zip))
        try damaged.seek(toOffset: 100)
        try damaged.write(contentsOf: Data("damage".utf8))
        try damaged.close()
        #expect(try Program.run("/usr/bin/touch", ["-r", copy, zip]).status == 0)
        #expect(await seasons.update().outcome == .upToDate)
        #expect(try zips() == 1)
        #expect(await (try site.app(server.address)).update().outcome == .updated)
        #expect(try zips() == 2)
    }
}
