import Testing

@testable import RepositoryTransport
@testable import WebTransport

/// What people write for a proxy, how it is understood, and that nothing of it is quoted.
@Suite struct ProxyAddressTests {
    struct Case: CustomTestStringConvertible, Sendable {
        let testDescription: String
        /// The address as shown, or nil where it is refused.
        let shown: String?
        /// What the proxy is shown: user, then password.
        let login: [String]

        init(_ text: String, _ shown: String?, _ login: [String] = []) {
            testDescription = text
            self.shown = shown
            self.login = login
        }
    }

    static let cases: [Case] = [
        Case("http://proxy.example:3128", "http://proxy.example:3128"),
        Case("http://proxy.example:3128/", "http://proxy.example:3128"),
        Case("proxy.example:3128", "http://proxy.example:3128"),
        Case("proxy.example", "http://proxy.example:1080"),
        Case("HTTPS://proxy.example", "https://proxy.example:443"),
        Case("socks5h://[::1]:9050", "socks5h://[::1]:9050"),
        Case("http://[2001:db8::1]", "http://[2001:db8::1]:1080"),
        Case("http://bob:S3cretPw@h:1", "http://h:1", ["bob", "S3cretPw"]),
        Case("bob:S3cretPw@h:1", "http://h:1", ["bob", "S3cretPw"]),
        Case("http://bob@h:1", "http://h:1", ["bob", ""]),
        Case("http://S3cretPw@h:1", "http://h:1", ["S3cretPw", ""]),
        Case("socks5h://bob:S3cretPw@h:1", "socks5h://h:1", ["bob", "S3cretPw"]),
        Case("http://:S3cretPw@h:1", "http://h:1", ["", "S3cretPw"]),
        Case("http://bob:a%2FS3cretPw@h:1", "http://h:1", ["bob", "a/S3cretPw"]),
        Case("http://bob:a@S3cretPw@h:1", "http://h:1", ["bob", "a@S3cretPw"]),
        Case("http://bob:a:S3cretPw@h:1", "http://h:1", ["bob", "a:S3cretPw"]),
        Case("http://bob:a/S3cretPw@h:1", nil),
        Case("http://bob:a#S3cretPw@h:1", nil),
        Case("http://bob:a?S3cretPw@h:1", nil),
        Case(#"http://bob:a\S3cretPw@h:1"#, nil),
        Case("http://bob:a S3cretPw@h:1", nil),
        Case("http://bob:a%S3cretPw@h:1", nil),
        Case("http://bob:a%00S3cretPw@h:1", nil),
        Case("http://bob:a%0aS3cretPw@h:1", nil),
        Case("http://bob:S3cretPw", nil),
        Case("http:/bob:S3cretPw@h:1", nil),
        Case("http:bob:S3cretPw@h:1", "http://h:1", ["http", "bob:S3cretPw"]),
        Case("S3cretPw://h:1", nil),
        Case("ftp://bob:S3cretPw@h:1", nil),
        Case("http://bob:S3cretPw@", nil),
        Case("http://bob:S3cretPw@h:", nil),
        Case("http://bob:S3cretPw@h:0", nil),
        Case("http://bob:S3cretPw@h:65536", nil),
        Case("http://bob:S3cretPw@h:1/S3cretPw", nil),
        Case("http://bob:S3cretPw@h:1//", nil),
        Case("http://h:1/?token=S3cretPw", nil),
        Case("http://h:S3cretPw", nil),
        Case(#"http:\\bob:S3cretPw@h:1"#, nil),
        Case("//bob:S3cretPw@h:1", nil),
        Case("http://bob:\u{1B}S3cretPw@h:1", nil),
        Case("http://bob:S3cretPw@no such host:1", nil),
        Case("http://bob:S3cretPw@[::1", nil),
        Case("http://bob:S3cretPw@[S3cretPw]:1", nil),
        Case("http://bob:S3cretPw@h\u{202E}:1", nil),
        Case("http://bob:S3cretPw@h:1\n", nil),
        Case("", nil),
    ]

    @Test(arguments: cases) func noPartOfAProxysAddressIsPrintedButSchemeHostAndPort(
        _ row: Case
    ) throws {
        do throws(AddressError) {
            let address = try ProxyAddress(row.testDescription)
            #expect(address.description == row.shown)
            #expect((address.login.map { [$0.user, $0.password] } ?? []) == row.login)
            var dumped = ""
            dump(Proxy.address(address), to: &dumped)
            #expect(
                !dumped.contains("S3cretPw") && !"\(Proxy.address(address))".contains("S3cretPw"))
        } catch {
            #expect(row.shown == nil)
            #expect(!error.description.contains("S3cretPw"))
        }
    }

    @Test(
        arguments: [
            (Proxy.environment, WebAddress.Scheme.http, "http://a:1"),
            (.environment, .https, "http://c:1"),
            (.environmentWithUpperCase, .http, "http://a:1"),
            (.none, .http, nil),
            (.none, .https, nil),
        ] as [(Proxy, WebAddress.Scheme, String?)])
    func theFirstVariableThatIsSetCounts(
        _ proxy: Proxy, _ scheme: WebAddress.Scheme, _ expected: String?
    ) throws {
        let variables = [
            "http_proxy": "a:1", "HTTP_PROXY": "b:1", "https_proxy": "", "HTTPS_PROXY": "c:1",
            "ALL_PROXY": "d:1",
        ]
        #expect(try proxy.address(for: scheme) { variables[$0] }.map { "\($0)" } == expected)
    }

    @Test func anUpperCaseHTTPVariableCountsOnlyWhereItIsAskedFor() throws {
        let variables = ["HTTP_PROXY": "b:1"]
        #expect(try Proxy.environment.address(for: .http) { variables[$0] } == nil)
        #expect(
            try Proxy.environmentWithUpperCase.address(for: .http) { variables[$0] }?.host == "b")
    }

    @Test func aVariableThatNamesNoProxyIsNamedAndNotQuoted() {
        let error = #expect(throws: ProxyVariableError.self) {
            try Proxy.environment.address(for: .https) {
                ["ALL_PROXY": "http://bob:a/S3cretPw@h:1"][$0]
            }
        }
        #expect(error?.description.hasPrefix("$ALL_PROXY: expected http://HOST:PORT or") == true)
    }
}
