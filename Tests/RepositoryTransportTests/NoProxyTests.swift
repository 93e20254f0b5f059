import TUF
import TestSupport
import Testing

@testable import RepositoryTransport
@testable import WebTransport

/// Who is reached without a proxy, and what a proxy in trouble is called.
@Suite struct NoProxyTests {
    static let rows: [(list: String, host: String, port: Int, isExcepted: Bool)] = [
        ("", "example.org", 80, false),
        ("*", "example.org", 80, true),
        ("example.org", "example.org", 80, true),
        ("example.org", "EXAMPLE.org.", 80, true),
        ("EXAMPLE.ORG.", "example.org", 80, true),
        ("example.org", "a.example.org", 80, true),
        ("example.org", "badexample.org", 80, false),
        (".example.org", "example.org", 80, true),
        (".example.org", "a.b.example.org", 443, true),
        ("*.example.org", "a.example.org", 443, true),
        ("a.example.org", "example.org", 80, false),
        ("example.org:8080", "example.org", 8_080, true),
        ("example.org:8080", "example.org", 80, false),
        (".example.org:8080", "a.example.org", 8_080, true),
        ("example.org:0", "example.org", 80, false),
        ("example.org:x", "example.org", 80, false),
        ("localhost, example.org", "example.org", 80, true),
        ("localhost example.org", "example.org", 80, true),
        (" , ,example.org , ", "example.org", 80, true),
        ("127.0.0.1", "127.0.0.1", 80, true),
        ("127.0.0.1:81", "127.0.0.1", 80, false),
        ("127.0.0.1:80", "127.0.0.1", 80, true),
        ("0.0.1", "127.0.0.1", 80, false),
        ("10.0.0.0/8", "10.200.3.4", 80, true),
        ("10.0.0.0/8", "11.0.0.1", 80, false),
        ("10.128.0.0/9", "10.127.0.1", 80, false),
        ("10.0.0.0/33", "10.0.0.0", 80, false),
        ("0.0.0.0/0", "1.2.3.4", 80, true),
        ("::1", "::1", 80, true),
        ("::1", "[::1]", 80, true),
        ("[::1]", "::1", 80, true),
        ("[::1]:8080", "::1", 8_080, true),
        ("[::1]:8080", "[::1]", 80, false),
        ("0:0:0:0:0:0:0:1", "::1", 80, true),
        ("FD00::/8", "fd12::3", 80, true),
        ("fd00::/8", "fe80::3", 80, false),
        ("::1", "0.0.0.1", 80, false),
    ]

    @Test("NO_PROXY understands ports, IPv6, dots, stars and spaces", arguments: rows.indices)
    func whoIsExcepted(_ at: Int) {
        let row = Self.rows[at]
        let list = NoProxy(row.list)
        #expect(list.excepts(host: row.host, port: row.port) == row.isExcepted, "\(row)")
    }

    @Test func theWayToARepository() throws {
        let address = try WebAddress("http://[::1]:8080/bundles")
        let variables = ["http_proxy": "http://proxy.example:3128", "NO_PROXY": "[::1]:8080"]
        #expect(try Proxy.environment.way(to: address) { variables[$0] } == nil)
        #expect(
            try Proxy.environment.way(to: WebAddress("http://[::1]/")) { variables[$0] }?.host
                == "proxy.example")
        // The lower-case list counts first, and an empty one not at all.
        let both = variables.merging(["no_proxy": "other"]) { $1 }
        #expect(try Proxy.environment.way(to: address) { both[$0] }?.port == 3_128)
        let fixed = Proxy.address(try ProxyAddress("http://p:1"))
        #expect(try fixed.way(to: address) { variables[$0] }?.host == "p")
    }

    /// One fetch through a proxy; the sentence of its trouble.
    private func trouble(_ address: String, _ proxy: String) throws -> String {
        let fetcher = CurlFetcher(
            address: try RepositoryAddress(address),
            options: WebOptions(userAgent: "tests/1", proxy: .address(try ProxyAddress(proxy))))
        do {
            _ = try fetcher.fetch(
                FetchRequest(base: .metadata, path: "timestamp.json", lengthBytesMax: 100),
                begin: { _ in }, sink: { _ in })
            return ""
        } catch {
            return "\(error)"
        }
    }

    @Test("A proxy that fails is called a proxy", arguments: ["http", "https"])
    func proxyTrouble(_ scheme: String) throws {
        let port = try Loopback.freePort()
        let server = "\(scheme)://192.0.2.1/bundles"
        #expect(
            try trouble(server, "http://bob:secret@127.0.0.1:\(port)")
                == "the proxy http://127.0.0.1:\(port) does not answer: could not connect to it")
        #expect(
            try trouble(server, "http://no-such-host.invalid:3128")
                == "the proxy http://no-such-host.invalid:3128: its name is not found")
        let refusing = try ScriptedServer([
            [
                .text("HTTP/1.1 407 Proxy Authentication Required\r\nContent-Length: 0\r\n\r\n"),
                .close,
            ]
        ])
        let sentence = try trouble(server, refusing.address)
        #expect(
            sentence.hasPrefix("the proxy \(refusing.address) answered with status 407"),
            "\(sentence)")
        #expect(sentence.contains("it wants a login"))
    }

    @Test(
        "An error status that came through a proxy names the proxy",
        arguments: ["502 Bad Gateway", "504 Gateway Timeout", "511 Sign In"])
    func anAnswerThroughAProxy(_ status: String) throws {
        let proxy = try ScriptedServer([
            [.text("HTTP/1.1 \(status)\r\nContent-Length: 0\r\n\r\n"), .close]
        ])
        let host = proxy.address.dropFirst("http://".count)
        let sentence = try trouble("http://192.0.2.1/bundles", "http://bob:secret@\(host)")
        #expect(
            sentence.contains("\(status.prefix(3)) (through the proxy http://\(host))"),
            "\(sentence)")
        #expect(!sentence.contains("secret"))
    }
}
