@testable import BundleUpdater
import RepositoryTransport
@testable import SeasonClient
import Testing
import TestSupport
import WebTransport

/// A poll asks for the next root and the timestamp at the same time, on no more connections than that needs.
@Suite(.needs(programs: "nginx"))
struct AskingAheadTests {
    /// A world that has polled once, so that the next poll finds nothing new.
    private func world() throws -> World {
        let world = try World(now: SystemClock.unixSeconds())
        try world.publish([2024: "a"])
        try #require(world.poll().outcome == .updated)
        return world
    }

    /// A server that answers for the first two files only when both have been asked for.
    private func gathering(_ world: World, _ needed: Int = 2) throws -> GatheringServer {
        try GatheringServer(serving: world.site, gathering: needed) {
            $0.hasSuffix("/2.root.json") || $0.hasSuffix("/timestamp.json")
        }
    }

    @Test func aPollWithNothingNewIsOneRoundTrip() throws {
        let world = try world()
        let server = try gathering(world)
        defer { server.stop() }
        #expect(try world.poll(web: [server.address]).outcome == .upToDate)
        #expect(server.mostAtOnce == 2)
    }

    @Test func aLimitOfBytesPerSecondHoldsForBothTogether() throws {
        let world = try world()
        let server = try gathering(world, 1)
        defer { server.stop() }
        var options = WebOptions(userAgent: "tests/1")
        options.bytesPerSecondMax = 1_000_000
        #expect(try world.poll(web: [server.address], options).outcome == .upToDate)
        #expect(server.mostAtOnce == 1)
    }

    /// nginx with encryption before another server.
    private struct Encrypted {
        let nginx: Nginx
        let address: String
        var options = WebOptions(userAgent: "tests/1")

        init(before address: String, protocols: String, in folder: TemporaryDirectory) throws {
            let made = try Program.run(
                "/usr/bin/openssl",
                [
                    "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256",
                    "-nodes", "-keyout", folder["server.key"], "-out", folder["server.pem"],
                    "-subj", "/CN=test", "-addext", "subjectAltName=IP:127.0.0.1", "-days", "2",
                ])
            try #require(made.status == 0, "\(made.messages)")
            let port = try Loopback.freePort()
            try folder.write(
                """
                listen 127.0.0.1:\(port) \(protocols);
                ssl_certificate \(folder["server.pem"]);
                ssl_certificate_key \(folder["server.key"]);
                location / { proxy_pass \(address); }
                """, to: "encrypted.conf")
            nginx = try Nginx(serving: folder.path, recipe: folder["encrypted.conf"])
            self.address = "https://127.0.0.1:\(port)"
            options.certificateAuthorityFile = folder["server.pem"]
        }
    }

    @Test(.needs(programs: "openssl")) func overHTTP2BothTakeOneConnectionAtTheSameTime() throws {
        let world = try world()
        let server = try gathering(world)
        defer { server.stop() }
        let encrypted = try Encrypted(
            before: server.address, protocols: "ssl http2", in: world.folder)
        let report = try world.poll(web: [encrypted.address], encrypted.options)
        #expect(report.outcome == .upToDate, "\(report.problem ?? "")")
        #expect(server.mostAtOnce == 2)
        let lines = try encrypted.nginx.connections()
        #expect(lines.count == 2 && lines.allSatisfy { $0.contains(" HTTP/2.0 ") }, "\(lines)")
        #expect(Set(lines.map { $0.prefix { $0 != " " } }).count == 1)
    }

    @Test(.needs(programs: "openssl")) func withoutHTTP2NoSecondHandshakeIsMade() throws {
        let world = try world()
        let server = try gathering(world, 1)
        defer { server.stop() }
        let encrypted = try Encrypted(before: server.address, protocols: "ssl", in: world.folder)
        let report = try world.poll(web: [encrypted.address], encrypted.options)
        #expect(report.outcome == .upToDate, "\(report.problem ?? "")")
        #expect(server.mostAtOnce == 1)
        let lines = try encrypted.nginx.connections()
        #expect(lines.count == 2 && lines.allSatisfy { $0.contains(" HTTP/1.1 ") }, "\(lines)")
        #expect(Set(lines.map { $0.prefix { $0 != " " } }).count == 1)
    }
}
