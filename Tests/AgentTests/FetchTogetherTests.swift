import BundleFormat
import Files
import Foundation
import RepositoryTransport
import TUF
import TestSupport
import Testing
import WebTransport

@testable import BundleUpdater
@testable import UpdatePolicy

/// Several zips come at the same time, and everything else stays as if they came one after the other.
@Suite(.enabled(if: Nginx.path != nil, "nginx is not installed"))
struct FetchTogetherTests {
    private let years = 2015...2026

    private func world(_ letters: Int = 1) throws -> World {
        let world = try World(now: SystemClock.unixSeconds())
        try world.publish(
            Dictionary(
                uniqueKeysWithValues: years.map {
                    ($0, "\($0)" + String(repeating: "a", count: letters))
                }))
        return world
    }

    private func zips(_ server: Nginx) throws -> [Substring] {
        try server.requests().filter { $0.contains(".zip") }
            .compactMap { $0.split(separator: " ").last }
    }

    @Test func eachZipIsAskedForOnce() throws {
        let world = try world()
        let nginx = try Nginx(serving: world.site)
        let report = try world.poll(web: [nginx.address])
        #expect(report.outcome == .updated)
        #expect(try zips(nginx) == Array(repeating: "200", count: 12))
        #expect(report.years.map(\.source) == Array(repeating: nginx.address, count: 12))
        #expect(report.mirrors.map(\.files) == [13])
        #expect(try Files.names(in: world.state.downloads).isEmpty)
        #expect(try world.served().count == 12)
    }

    @Test func sixAreOnTheirWayAtTheSameTime() throws {
        let world = try world()
        // It answers for a zip only when six have been asked for, and for the rest at once.
        let server = try GatheringServer(serving: world.site, gathering: 6)
        defer { server.stop() }
        #expect(try world.poll(web: [server.address]).outcome == .updated)
        #expect(server.mostAtOnce == 6)
        #expect(try world.served().count == 12)
    }

    @Test func whatWasOnItsWayIsContinued() throws {
        let world = try world(100)
        let slow = try Nginx(
            serving: world.site, directives: "if ($uri ~ bundle) { limit_rate 20; }")
        world.isCancelled = { [unowned world] in
            let partial = ((try? Files.names(in: world.state.downloads)) ?? [])
                .filter { $0.hasSuffix(".partial") }
            return partial.count >= 3
                && partial.allSatisfy {
                    (try? Files.lengthBytes("\(world.state.downloads)/\($0)")) ?? 0 > 0
                }
        }
        try #require(try world.poll(web: [slow.address]).outcome == .cancelled)
        world.isCancelled = { false }
        let begun = try Files.names(in: world.state.downloads).filter { $0.hasSuffix(".partial") }
        let nginx = try Nginx(serving: world.site)
        #expect(try world.poll(web: [nginx.address]).outcome == .updated)
        let statuses = try zips(nginx)
        #expect(statuses.count == 12)
        #expect(statuses.count { $0 == "206" } == begun.count)
        #expect(try Files.names(in: world.state.downloads).isEmpty)
    }

    @Test func whatOneMirrorLacksComesFromTheNext() throws {
        let world = try world()
        let lost = try #require(try world.zips(2019).first)
        let first = try Nginx(
            serving: world.site, directives: "if ($uri ~ /2019/) { return 404; }")
        let second = try Nginx(serving: world.site)
        let report = try world.poll(web: [first.address, second.address])
        #expect(report.outcome == .updated)
        #expect(try zips(second) == ["200"])
        #expect(try zips(first).sorted() == Array(repeating: "200", count: 11) + ["404"])
        #expect(try second.requests().first?.contains(lost) == true)
        #expect(report.mirrors.map(\.files) == [12, 1])
        let sources = Dictionary(
            uniqueKeysWithValues: report.years.map { ($0.year.number, $0.source) })
        #expect(sources[2019] == second.address)
        #expect(sources.values.count { $0 == first.address } == 11)
    }

    @Test func wrongBytesHarmOnlyTheirOwnSeason() throws {
        let world = try world()
        let zip = try #require(try world.zips(2020).first)
        let length = try #require(try Files.lengthBytes("\(world.site)/\(zip)"))
        try Files.replaceFileAndSync(
            at: "\(world.site)/\(zip)", with: [UInt8](repeating: 7, count: length))
        let nginx = try Nginx(serving: world.site)
        let report = try world.poll(web: [nginx.address])
        #expect(report.outcome == .incomplete)
        #expect(try world.served().keys.sorted() == years.filter { $0 != 2020 })
        #expect(try zips(nginx).count == 12)
    }

    @Test func aLimitOfBytesPerSecondHoldsForAllTogether() throws {
        let world = try world()
        let server = try GatheringServer(serving: world.site, gathering: 1)
        defer { server.stop() }
        var options = WebOptions(userAgent: "tests/1")
        options.bytesPerSecondMax = 10_000_000
        #expect(try world.poll(web: [server.address], options).outcome == .updated)
        #expect(server.mostAtOnce == 1)
    }

    @Test func theProgressOfAllIsOneSum() throws {
        let world = try world()
        let nginx = try Nginx(serving: world.site)
        var seen: [DownloadProgress] = []
        let report = try world.poll(web: [nginx.address]) { options in
            options.progress = { seen.append($0) }
        }
        #expect(report.outcome == .updated)
        #expect(seen.map(\.doneBytes) == seen.map(\.doneBytes).sorted())
        #expect(seen.last.map { $0.doneBytes == $0.totalBytes } == true)
        #expect(Set(seen.map(\.totalBytes)).count == 1)
    }
}

/// A web server for files that answers for a zip only when so many zips have been asked for.
private final class GatheringServer: @unchecked Sendable {
    let address: String
    private let listener: Int32
    private let root: String
    private let needed: Int
    private let state = NSCondition()
    private var asked = 0
    private var open = 0
    private var most = 0

    init(serving root: String, gathering needed: Int) throws {
        self.root = root
        self.needed = needed
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        self.listener = listener
        var name = sockaddr_in()
        name.sin_family = sa_family_t(AF_INET)
        name.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isListening = withUnsafeMutablePointer(to: &name) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
                bind(listener, generic, length) == 0 && listen(listener, 64) == 0
                    && getsockname(listener, generic, &length) == 0
            }
        }
        guard isListening else { throw POSIXError(.EADDRINUSE) }
        address = "http://127.0.0.1:\(UInt16(bigEndian: name.sin_port))"
        Thread.detachNewThread { [self] in
            while true {
                let connection = accept(listener, nil, nil)
                guard connection >= 0 else { break }
                Thread.detachNewThread { [self] in
                    serve(connection)
                    close(connection)
                }
            }
            close(listener)
        }
    }

    func stop() { shutdown(listener, Int32(SHUT_RDWR)) }

    /// The most zips that were asked for and not yet answered.
    var mostAtOnce: Int { state.withLock { most } }

    private func serve(_ connection: Int32) {
        while let path = readPath(connection) {
            if path.hasSuffix(".zip") { gather() }
            let bytes = FileManager.default.contents(atPath: root + path)
            let head =
                bytes.map { "HTTP/1.1 200 OK\r\nContent-Length: \($0.count)\r\n\r\n" }
                ?? "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n"
            let answer = Array(head.utf8) + (bytes ?? Data())
            if path.hasSuffix(".zip") { state.withLock { open -= 1 } }
            guard
                answer.withUnsafeBytes({
                    send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
                })
                    == answer.count
            else { return }
        }
    }

    private func gather() {
        state.withLock {
            asked += 1
            open += 1
            most = max(most, open)
            state.broadcast()
            // Only a client that never asks for so many ends here by time.
            let limit = Date(timeIntervalSinceNow: 30)
            while asked < needed, state.wait(until: limit) {}
        }
    }

    private func readPath(_ connection: Int32) -> String? {
        var head: [UInt8] = []
        var byte: UInt8 = 0
        while recv(connection, &byte, 1, 0) == 1 {
            head.append(byte)
            if head.suffix(4).elementsEqual("\r\n\r\n".utf8) {
                return String(decoding: head, as: UTF8.self).split(separator: " ").dropFirst()
                    .first.map(String.init)
            }
        }
        return nil
    }
}
