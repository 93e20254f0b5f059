import Foundation
import MatchKeys
import TestSupport
import Testing

@testable import MatchSource

/// The real client against a server that behaves like the API.
@Suite struct LoopbackTests {
    private let server: LoopbackAPI
    private let folder: TemporaryDirectory
    private let match: Resource
    private let time = TestTime()

    init() throws {
        server = try LoopbackAPI()
        folder = try TemporaryDirectory()
        match = .match(try #require(MatchKey("2024necmp_f1m1")))
        server["match/2024necmp_f1m1"] = #"{"key":"2024necmp_f1m1","alliances":{}}"#
    }

    private func source(_ more: [String: String] = [:]) throws -> MatchSource {
        let variables = [
            "TBA_API_URL": server.address, "TBA_AUTH_KEY": "right-key",
            "XDG_CACHE_HOME": folder["cache"], "XDG_CONFIG_HOME": folder["config"],
            "NO_PROXY": "*",
        ].merging(more) { $1 }
        return try MatchSource(userAgent: "tests/1", clock: time.clock) { variables[$0] }
    }

    @Test(arguments: [LoopbackAPI.NotModified.bare, .full])
    func theServerIsAskedPolitely(_ notModified: LoopbackAPI.NotModified) throws {
        server.notModified = notModified
        for _ in 1...3 {
            let answer = try source().get(match, .refresh)
            #expect(
                String(decoding: answer.body, as: UTF8.self)
                    == #"{"key":"2024necmp_f1m1","alliances":{}}"#)
        }
        let requests = server.requests
        #expect(requests.map(\.path) == Array(repeating: "match/2024necmp_f1m1", count: 3))
        #expect(requests.allSatisfy { $0.headers["user-agent"] == "tests/1" })
        #expect(requests.allSatisfy { $0.headers["x-tba-auth-key"] == "right-key" })
        #expect(requests[0].headers["if-none-match"] == nil)
        #expect(requests[1].headers["if-none-match"] != nil)
        #expect(requests[1].headers["if-none-match"] == requests[2].headers["if-none-match"])
    }

    @Test func theFourErrorsOfTheAPI() throws {
        let other = try #require(MatchKey("2024necmp_f1m2"))
        #expect(throws: SourceError.absent(path: "match/2024necmp_f1m2")) {
            try source().get(.match(other))
        }
        #expect(throws: SourceError.absent(path: "events/2026/keys")) {
            try source().get(.eventKeys(year: 2026))
        }
        #expect(throws: SourceError.keyRefused) {
            try source(["TBA_AUTH_KEY": "wrong-key"]).get(match, .refresh)
        }
        #expect(throws: SourceError.noKey) {
            try source(["TBA_AUTH_KEY": ""]).get(match, .refresh)
        }
    }

    @Test func aCutAnswerIsTriedAgain() throws {
        server.failures = [.cut, .cut]
        #expect(try source().get(match).facts.trouble == nil)
        #expect(server.requests.count == 3)
    }

    @Test func anHTMLPageShowsTheStoredAnswer() throws {
        _ = try source().get(match)
        server.failuresEnd = false
        server.failures = [
            .status(503, headers: ["Content-Type: text/html"], body: "<html>Cloudflare</html>")
        ]
        #expect(try source().get(match, .refresh).facts.trouble == .status(503))
    }

    @Test func controlCharactersInHeadersDoNothing() throws {
        server.moreHeaders = ["X-Evil: \u{1B}[31m\u{7}", "ETag: \"\u{1B}[1m\""]
        _ = try source().get(match)
        _ = try source().get(match, .refresh)
        #expect(server.requests.count == 2)
    }

    @Test func aRedirectDoesNotGetTheKey() throws {
        let other = try LoopbackAPI()
        other["match/2024necmp_f1m1"] = "{}"
        server.failuresEnd = false
        server.failures = [
            .status(302, headers: ["Location: \(other.address)/match/2024necmp_f1m1"])
        ]
        #expect(throws: SourceError.self) { try source().get(match) }
        #expect(other.requests.isEmpty)
    }

    @Test func anEventOfSixHundredMatchesCountsOnce() throws {
        let event = try #require(EventKey("2024necmp"))
        let filler = String(repeating: "x", count: 8_000)
        let matches = (1...600).map { #"{"key":"2024necmp_qm\#($0)","filler":"\#(filler)"}"# }
        server["event/2024necmp/matches"] = "[\(matches.joined(separator: ","))]"
        #expect(try source().get(.matches(event)).body.count > 4_800_000)
        #expect(try source().get(.matches(event)).body.count > 4_800_000)
        #expect(server.requests.count == 1)
    }

    @Test func noNetworkSaysSo() throws {
        server.stop()
        let source = try source()
        do throws(SourceError) {
            _ = try source.get(match)
            Issue.record("an answer came")
        } catch {
            guard case .unavailable(.unreachable) = error else {
                Issue.record("\(error)")
                return
            }
            #expect(!"\(error)".contains("right-key"))
        }
    }
}
