import HTTPRules
import RepositoryTransport
import Testing
import TUF
import WebTransport

/// Servers that hold a client up, and the ways out.
@Suite struct TransferLimitTests {
    static let head = ScriptedServer.Step.text("HTTP/1.1 200 OK\r\nContent-Length: 90\r\n\r\nabc")

    @Test func aServerThatFallsSilentRunsIntoTheTotalLimit() throws {
        var limits = TransferLimits.standard
        limits.total = .milliseconds(200)
        for script in [[.hold], [Self.head, .hold]] {
            let server = try ScriptedServer([script])
            let fetcher = try fetcher(server.address, limits: limits)
            #expect(fetcher.fetched(.timestamp(), words: "timed out") == .unreachable("timed out"))
        }
    }

    @Test func aDeadConnectionRunsIntoTheStallLimit() throws {
        var limits = TransferLimits.standard
        limits.stall = .seconds(1)
        let server = try ScriptedServer([[Self.head, .hold]])
        let fetcher = try fetcher(server.address, limits: limits)
        #expect(fetcher.fetched(.timestamp(), words: "too slow") == .unreachable("too slow"))
    }

    @Test func cancellingEndsATransferInTheMiddle() throws {
        let flag = Flag()
        // No limit ends this transfer within a test.
        var limits = TransferLimits.standard
        (limits.stall, limits.total) = (.seconds(86_400), .seconds(86_400))
        let server = try ScriptedServer([[Self.head, .hold]])
        let fetcher = try fetcher(server.address, limits: limits, isCancelled: { flag.isSet })
        #expect(throws: FetchError.cancelled) {
            try fetcher.fetch(.timestamp()) { (_) throws(FetchError) in flag.isSet = true }
        }
    }

    @Test func aCancelledFetcherDoesNotEvenConnect() throws {
        let server = try ScriptedServer([[Self.head]])
        let fetcher = try fetcher(server.address, isCancelled: { true })
        #expect(fetcher.fetched(.timestamp()) == .cancelled)
        #expect(server.connections == 0)
    }

    private final class Flag {
        var isSet = false
    }
}
