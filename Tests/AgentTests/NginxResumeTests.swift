@testable import BundleUpdater
import Files
@testable import SeasonClient
import Testing
import TestSupport

/// What the usual web server makes of the requests that go on with a part.
@Suite(.needs(programs: "nginx"))
struct NginxResumeTests {
    /// A world in which a poll from nginx was ended in the middle of its one zip.
    private func interrupted() throws -> World {
        let world = try World(now: SystemClock.unixSeconds())
        try world.publish([2024: String(repeating: "a", count: 100)])
        let slow = try Nginx(
            serving: world.site,
            directives: "if ($uri ~ bundle) { limit_rate_after 300; limit_rate 20; }")
        world.isCancelled = { [unowned world] in
            // Once some of it is there: an empty part has nothing to go on with.
            ((try? Files.names(in: world.state.downloads)) ?? []).contains {
                $0.hasSuffix(".partial")
                    && (try? Files.lengthBytes("\(world.state.downloads)/\($0)")) ?? 0 > 0
            }
        }
        try #require(try world.poll(web: [slow.address]).outcome == .cancelled)
        world.isCancelled = { false }
        return world
    }

    private func zips(_ server: Nginx) throws -> [Substring?] {
        try server.requests().filter { $0.contains(".zip") }.map { $0.split(separator: " ").last }
    }

    @Test func theRestIsSent() throws {
        let world = try interrupted()
        let nginx = try Nginx(serving: world.site)
        #expect(try world.poll(web: [nginx.address]).outcome == .updated)
        #expect(try zips(nginx) == ["206"])
        #expect(try Files.names(in: world.state.downloads).isEmpty)
    }

    @Test func aFileWrittenAnewIsSentWhole() throws {
        let world = try interrupted()
        // The same bytes with another date: another entity tag.
        for zip in try world.zips(2024) {
            _ = try Program.run(
                "/usr/bin/touch", ["-d", "2020-01-01T00:00:00Z", "\(world.site)/\(zip)"])
        }
        let nginx = try Nginx(serving: world.site)
        #expect(try world.poll(web: [nginx.address]).outcome == .updated)
        #expect(try zips(nginx) == ["200"])
    }

    @Test func whereRangesAreSwitchedOffTheWholeFileIsSent() throws {
        let world = try interrupted()
        let nginx = try Nginx(serving: world.site, directives: "max_ranges 0;")
        #expect(try world.poll(web: [nginx.address]).outcome == .updated)
        #expect(try zips(nginx) == ["200"])
    }

    @Test func aPollThatEndsBetweenDownloadAndUnpackingFetchesNothingTwice() throws {
        let world = try interrupted()
        let part = try #require(
            try Files.names(in: world.state.downloads).first { $0.hasSuffix(".partial") })
        let zip = try #require(try world.zips(2024).first)
        let bytes = try Files.read("\(world.site)/\(zip)", lengthBytesMax: 1 << 20)
        try Files.replaceFileAndSync(at: "\(world.state.downloads)/\(part)", with: bytes)
        let nginx = try Nginx(serving: world.site)
        #expect(try world.poll(web: [nginx.address]).outcome == .updated)
        #expect(try zips(nginx).isEmpty)
    }
}
