import TUF
import TestSupport
import Testing

@testable import RepositoryTransport
@testable import WebTransport

/// Who is reached without a proxy, and what a proxy in trouble is called.
@Suite struct NoProxyTests {
    /// As curl 7.88 --noproxy does.
    static let rows: [(list: String, host: String, isExcepted: Bool)] = [
        ("", "example.org", false),
        ("*", "example.org", true),
        ("a,*", "example.org", false),
        ("example.org", "EXAMPLE.org.", true),
        ("EXAMPLE.ORG.", "example.org", true),
        ("example.org", "a.example.org", true),
        ("example.org", "badexample.org", false),
        (".example.org", "example.org", true),
        (".example.org", "a.b.example.org", true),
        ("*.example.org", "a.example.org", false),
        ("a.example.org", "example.org", false),
        ("example.org:80", "example.org", false),
        ("localhost, example.org", "example.org", true),
        ("localhost example.org", "example.org", true),
        (" , ,example.org , ", "example.org", true),
        (".", "example.org", false),
        ("127.0.0.1", "127.0.0.1", true),
        ("127.0.0.1:80", "127.0.0.1", false),
        ("0.0.1", "127.0.0.1", false),
        ("10.0.0.0/8", "10.200.3.4", true),
        ("10.0.0.0/8", "11.0.0.1", false),
        ("10.128.0.0/9", "10.127.0.1", false),
        ("10.0.0.0/33", "10.0.0.0", false),
        ("10.0.0.0/x", "10.0.0.0", false),
        ("0.0.0.0/0", "1.2.3.4", false),
        ("::1", "[::1]", true),
        ("[::1]", "::1", true),
        ("0:0:0:0:0:0:0:1", "::1", true),
        ("FD00::/8", "fd12::3", true),
        ("fd00::/8", "fe80::3", false),
        ("::1", "0.0.0.1", false),
    ]

    @Test("Messages name the way that libcurl takes", arguments: rows.indices)
    func whoIsExcepted(_ at: Int) {
        let row = Self.rows[at]
        #expect(Proxy.excepts(row.host, row.list) == row.isExcepted, "\(row)")
    }

    @Test(
        "libcurl takes the way that messages name",
        arguments: [
            ("127.0.0.1", true), ("127.0.0.0/8", true), ("*", true), ("10.0.0.0/8", false),
            ("127.0.0.1:1", false),
        ])
    func libcurlDecides(_ list: String, _ isExcepted: Bool) throws {
        let proxy = try ScriptedServer([
            [.text("HTTP/1.1 407 Login\r\nContent-Length: 0\r\n\r\n"), .close]
        ])
        let port = try Loopback.freePort()
        let sentence = try trouble("http://127.0.0.1:\(port)/", proxy.address, except: [list])
        #expect(sentence.contains("the proxy") == !isExcepted, "\(sentence)")
        #expect(sentence.contains("407") == !isExcepted, "\(sentence)")
    }

    @Test func theWayToARepository() throws {
        let address = try WebAddress("http://[::1]:8080/bundles")
        let variables = ["http_proxy": "http://proxy.example:3128", "NO_PROXY": "[::1]"]
        #expect(try Proxy.environment.way(to: address) { variables[$0] } == nil)
        #expect(
            try Proxy.environment.way(to: WebAddress("http://[::2]/")) { variables[$0] }?.host
                == "proxy.example")
        // The lower-case list counts first, and an empty one not at all.
        let both = variables.merging(["no_proxy": "other"]) { $1 }
        #expect(try Proxy.environment.way(to: address) { both[$0] }?.port == 3_128)
        let fixed = Proxy.address(try ProxyAddress("http://p:1"))
        #expect(try fixed.way(to: address) { variables[$0] }?.host == "p")
    }

    /// One fetch through a proxy; the sentence of its trouble.
    private func trouble(
        _ address: String, _ proxy: String, except: [String] = []
    ) throws -> String {
        let proxy = Proxy.address(try ProxyAddress(proxy), except: except)
        let fetcher = CurlFetcher(
            address: try RepositoryAddress(address),
            options: WebOptions(userAgent: "tests/1", proxy: proxy))
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
