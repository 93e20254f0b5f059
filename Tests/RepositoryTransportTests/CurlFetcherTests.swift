import Glibc
import HTTPRules
import RepositoryTransport
import Testing
import TestSupport
import TUF
import WebTransport

/// Every answer a server can give, honest or not, and what the caller is told of it.
@Suite struct CurlFetcherTests {
    struct Case: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let script: [ScriptedServer.Step]
        let expected: Fetched

        init(_ name: String, _ script: [ScriptedServer.Step], _ expected: Fetched) {
            testDescription = name
            self.script = script
            self.expected = expected
        }
    }

    static let cases: [Case] = [
        Case(
            "a file", [.text("HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nabc")],
            .found(body: "abc", validator: nil)),
        Case(
            "a file of exactly the length",
            [.text("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n"), .bytes(100)],
            .found(body: String(repeating: "x", count: 100), validator: nil)),
        Case(
            "a file in chunks",
            [
                .text(
                    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\n1\r\nc\r\n0\r\n\r\n"
                )
            ],
            .found(body: "abc", validator: nil)),
        Case(
            "a file with validators",
            [
                .text(
                    "HTTP/1.1 200 OK\r\neTag:  W/\"5\" \r\nLast-Modified: Sat, 21 Nov 2026 02:30:00 GMT\r\nContent-Length: 0\r\n\r\n"
                )
            ],
            .found(
                body: "",
                validator: Validator(
                    entityTag: "W/\"5\"", lastModified: "Sat, 21 Nov 2026 02:30:00 GMT"))),
        Case(
            "not modified without being asked", [.text("HTTP/1.1 304 Not Modified\r\n\r\n")],
            .unreachable("status 304")),
        Case("404", [.text("HTTP/1.1 404 Not Found\r\nContent-Length: 4\r\n\r\nnone")], .absent),
        Case("403", [.text("HTTP/1.1 403 Forbidden\r\nContent-Length: 4\r\n\r\nnone")], .absent),
        Case(
            "404 with an endless page", [.text("HTTP/1.1 404 Not Found\r\n\r\n"), .endless], .absent
        ),
        Case(
            "404 cut short",
            [.text("HTTP/1.1 404 Not Found\r\nContent-Length: 50\r\n\r\nabc"), .close], .absent),
        Case(
            "503 that asks to wait, cut short",
            [
                .text("HTTP/1.1 503 Busy\r\nRetry-After: 120\r\nContent-Length: 50\r\n\r\nabc"),
                .close,
            ],
            .retryAfter(seconds: 120)),
        Case(
            "500", [.text("HTTP/1.1 500 Oops\r\nContent-Length: 4\r\n\r\noops")],
            .unreachable("status 500")),
        Case(
            "503 that asks to wait",
            [.text("HTTP/1.1 503 Busy\r\nRetry-After: 120\r\nContent-Length: 0\r\n\r\n")],
            .retryAfter(seconds: 120)),
        Case(
            "429 that asks to wait for ages",
            [.text("HTTP/1.1 429 Slow\r\nRetry-After: 99999999\r\nContent-Length: 0\r\n\r\n")],
            .retryAfter(seconds: 99_999_999)),
        Case(
            "503 that asks to wait until a date",
            [
                .text(
                    "HTTP/1.1 503 Busy\r\nDate: Sat, 21 Nov 2015 02:30:00 GMT\r\n"
                        + "Retry-After: Sat, 21 Nov 2015 02:32:00 GMT\r\nContent-Length: 0\r\n\r\n")
            ],
            .retryAfter(seconds: 120)),
        Case(
            "503 that asks to wait until a date, without its own",
            [
                .text(
                    "HTTP/1.1 503 Busy\r\nRetry-After: Sat, 21 Nov 2099 02:32:00 GMT\r\n"
                        + "Content-Length: 0\r\n\r\n")
            ],
            .unreachable("status 503")),
        Case(
            "206 without a request for a part",
            [
                .text(
                    "HTTP/1.1 206 Partial\r\nContent-Range: bytes 0-2/9\r\nContent-Length: 3\r\n\r\nabc"
                )
            ],
            .unreachable("status 206")),
        Case(
            "a truncated file",
            [.text("HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\nabc"), .close],
            .unreachable("transfer closed with")),
        Case(
            "truncated chunks",
            [.text("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nab"), .close],
            .unreachable("transfer closed with")),
        Case(
            "a reset inside the body",
            [.text("HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\nabc"), .reset], .unreachable("")),
        Case("a reset instead of an answer", [.reset], .unreachable("")),
        Case("an empty answer", [.close], .unreachable("empty reply")),
        Case("no HTTP", [.text("220 mail.example ready\r\n"), .close], .unreachable("")),
        Case(
            "one byte too much",
            [.text("HTTP/1.1 200 OK\r\nContent-Length: 101\r\n\r\n"), .bytes(101)],
            .tooLong(lengthBytesMax: 100)),
        Case(
            "an endless file", [.text("HTTP/1.1 200 OK\r\n\r\n"), .endless],
            .tooLong(lengthBytesMax: 100)),
        Case(
            "endless headers", [.text("HTTP/1.1 200 OK\r\n"), .endlessHeaders],
            .unreachable("bytes of headers")),
        Case(
            "a redirect to a file of the machine",
            [
                .text(
                    "HTTP/1.1 302 Found\r\nLocation: file:///etc/passwd\r\nContent-Length: 0\r\n\r\n"
                )
            ],
            .webPage("file")),
        Case(
            "a redirect to another protocol",
            [
                .text(
                    "HTTP/1.1 302 Found\r\nLocation: gopher://127.0.0.1/\r\nContent-Length: 0\r\n\r\n"
                )
            ],
            .webPage("gopher")),
        Case(
            "a redirect with credentials",
            [
                .text(
                    "HTTP/1.1 302 Found\r\nLocation: http://a:b@127.0.0.1/\r\nContent-Length: 0\r\n\r\n"
                )
            ],
            .webPage("the server redirects to http://***, which is not allowed")),
    ]

    @Test(arguments: [
        "gzip", "x-gzip", "deflate", "br", "zstd", "compress", "GZip", "identity, gzip",
        "aws-chunked,br", "gzip, aws-chunked",
    ])
    func aCodingThatChangesBytesIsRefused(_ coding: String) throws {
        let server = try ScriptedServer([[.text(Self.coded("Content-Encoding: \(coding)"))]])
        let words = "without being asked"
        #expect(
            try fetcher(server.address).fetched(.timestamp(), words: words) == .unreachable(words))
    }

    @Test(arguments: [
        "Content-Encoding: aws-chunked", "Content-Encoding: identity", "Content-Encoding:",
        "Content-Encoding: none", "Content-Encoding: UTF-8",
        "Content-Encoding: AWS-Chunked, identity",
        "Content-Encoding: aws-chunked\r\nContent-Encoding: identity", "Content-Encoding: ,",
    ])
    func aCodingThatChangesNothingIsIgnored(_ lines: String) throws {
        let server = try ScriptedServer([[.text(Self.coded(lines))]])
        #expect(
            try fetcher(server.address).fetched(.timestamp()) == .found(body: "abc", validator: nil)
        )
    }

    @Test func oneOfSeveralCodingLinesIsEnough() throws {
        let lines = "Content-Encoding: gzip\r\nContent-Encoding: aws-chunked"
        let server = try ScriptedServer([[.text(Self.coded(lines))]])
        let words = "as gzip without"
        #expect(
            try fetcher(server.address).fetched(.timestamp(), words: words) == .unreachable(words))
    }

    private static func coded(_ lines: String) -> String {
        "HTTP/1.1 200 OK\r\n\(lines)\r\nContent-Length: 3\r\n\r\nabc"
    }

    @Test(arguments: cases) func answers(_ row: Case) throws {
        let server = try ScriptedServer([row.script])
        let fetcher = try fetcher(server.address)
        var words = ""
        switch row.expected {
        case .unreachable(let expected), .webPage(let expected): words = expected
        default: break
        }
        #expect(fetcher.fetched(.timestamp(), words: words) == row.expected)
    }

    @Test func redirectsAreFollowedAndOnlyTheLastAnswerCounts() throws {
        let server = try ScriptedServer([
            [
                .text(
                    "HTTP/1.1 302 Found\r\nETag: \"old\"\r\nLocation: /elsewhere\r\nContent-Length: 5\r\n\r\nmoved"
                )
            ],
            [.text("HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nabc")],
        ])
        let fetcher = try fetcher(server.address)
        #expect(fetcher.fetched(.timestamp()) == .found(body: "abc", validator: nil))
        #expect(server.requests.last?.hasPrefix("GET /elsewhere ") == true)
    }

    @Test func redirectsInCirclesEnd() throws {
        let server = try ScriptedServer(
            Array(
                repeating: [
                    .text("HTTP/1.1 302 Found\r\nLocation: /again\r\nContent-Length: 0\r\n\r\n")
                ],
                count: 50))
        let fetcher = try fetcher(server.address)
        #expect(fetcher.fetched(.timestamp(), words: "redirects") == .unreachable("redirects"))
        #expect(server.requests.count == 1 + TransferLimits.standard.redirectsMax)
    }

    @Test func aRefusedConnectionIsUnreachable() throws {
        let server = try ScriptedServer([])
        server.stop()
        #expect(
            try fetcher(server.address).fetched(.timestamp(), words: "onnect")
                == .unreachable("onnect"))
    }

    @Test func theRequestSaysWhatIsWantedAndNothingElse() throws {
        let server = try ScriptedServer([
            [.text("HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n")]
        ])
        let fetcher = try fetcher("\(server.address)/site/")
        #expect(fetcher.fetched(.timestamp()) == .absent)
        #expect(
            server.requests == [
                """
                GET /site/metadata/timestamp.json HTTP/1.1\r
                Host: 127.0.0.1:\(server.port)\r
                User-Agent: match-bundles-tests/1\r
                Accept: */*\r
                \r

                """
            ])
    }

    @Test func aStoredValidatorCannotAddHeaders() throws {
        let server = try ScriptedServer([
            [.text("HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n")]
        ])
        let fetcher = try fetcher(server.address)
        var request = FetchRequest.timestamp()
        (request.offset, request.validator) = (3, Validator(entityTag: "\"1\"\r\nX-Bad: 1"))
        _ = fetcher.fetched(request)
        #expect(server.requests.allSatisfy { !$0.contains("X-Bad") })
    }

    @Test func aConnectionIsUsedAgainAfterAnErrorPage() throws {
        let ok = "HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nabc"
        let server = try ScriptedServer([
            [.text("HTTP/1.1 404 Not Found\r\nContent-Length: 5000\r\n\r\n"), .bytes(5_000)],
            [.text(ok)],
        ])
        let fetcher = try fetcher(server.address)
        #expect(fetcher.fetched(.timestamp()) == .absent)
        #expect(fetcher.fetched(.timestamp()) == .found(body: "abc", validator: nil))
        #expect(server.connections == 1)
    }

    /// Another program that this one starts meanwhile must not speak with the repository.
    @Test func noProgramThatIsStartedInheritsAConnection() throws {
        let server = try ScriptedServer([
            [.text("HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nabc")], [.hold],
        ])
        let fetcher = try fetcher(server.address)
        #expect(fetcher.fetched(.timestamp()) == .found(body: "abc", validator: nil))
        let connections = (3..<1_024).filter { peerPort(Int32($0)) == server.port }
        #expect(!connections.isEmpty)
        for connection in connections {
            #expect(fcntl(Int32(connection), F_GETFD) & FD_CLOEXEC == FD_CLOEXEC)
        }
        // Held until here: with it goes its connection.
        withExtendedLifetime(fetcher) {}
    }

    /// The port that a socket of this process is connected to; nil for everything else.
    private func peerPort(_ descriptor: Int32) -> UInt16? {
        var address = sockaddr_in()
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let code = withUnsafeMutablePointer(to: &address) { address in
            address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                getpeername(descriptor, $0, &length)
            }
        }
        guard code == 0, address.sin_family == sa_family_t(AF_INET) else { return nil }
        return UInt16(bigEndian: address.sin_port)
    }

    @Test func theSinksErrorComesOutUnchanged() throws {
        let server = try ScriptedServer([
            [.text("HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nabc")]
        ])
        let fetcher = try fetcher(server.address)
        #expect(throws: FetchError.sink("disk full")) {
            try fetcher.fetch(.timestamp()) { (_) throws(FetchError) in
                throw .sink("disk full")
            }
        }
    }
}
