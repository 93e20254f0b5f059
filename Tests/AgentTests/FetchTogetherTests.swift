import BundleFormat
@testable import BundleUpdater
import Files
import Foundation
import RepositoryTransport
@testable import SeasonClient
import Testing
import TestSupport
import TUF
import WebTransport

/// Several zips come at the same time, and everything else stays as if they came one after the other.
@Suite(.needs(programs: "nginx"))
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
            serving: world.site,
            directives: "if ($uri ~ bundle) { limit_rate_after 300; limit_rate 20; }")
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
        let first = try Nginx(serving: world.site, directives: "if ($uri ~ /2019/) { return 404; }")
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
