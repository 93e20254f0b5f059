import Testing

@testable import WebTransport

/// An address in a message never shows a password, wherever a server or a person has put it.
@Suite struct ShownAddressTests {
    static let withSecrets = [
        "http://bob:SECRET@h/", "http://bob:SECRET@h:1/x", "http://SECRET@h/",
        "http://bob:SECRETpw/x@127.0.0.1:1/", "http://bob:SEC?RETpw@127.0.0.1:1/",
        "http://bob:SEC#RETpw@127.0.0.1:1/", "http://bob:SECRET pw@h/", #"http://bob:SECRETpw\@h/"#,
        #"http:\\bob:SECRET@h/"#, "https:/bob:SECRET@h/x", "//bob:SEC/RET@h/x",
        "//bob:SECRET@h/x", "bob:SECRET@h/x", "http://bob:SECRET", "http://bob:SEC?RET",
        "bob:SECRET://h/@", "bob:SECRET://h/", "http://1:2/SECRET@h/", "http://bob:1?SECRET@h/",
        "http://bob:SECRET@\u{301}h/", "http://bob:SECRET\u{FF20}h/", "http://bob:SECRET%40h/",
        "gopher://user:SECRET@h/?tok=SECRET#SECRET", "http://h/?token=SECRET", "/x?token=SECRET",
    ]

    @Test("A redirect's password is never printed", arguments: withSecrets)
    func aPasswordIsNeverPrinted(_ address: String) {
        let shown = ShownAddress.text(address)
        #expect(!shown.contains("SEC") && !shown.contains("RET"), "\(shown)")
        #expect(shown.contains("***"), "\(shown)")
    }

    @Test(
        "An address without secrets is shown",
        arguments: [
            ("http://login.example/", "http://login.example/"),
            ("http://login.example:8080/a/b", "http://login.example:8080/a/b"),
            ("https://[::1]:8443/a", "https://[::1]:8443/a"),
            ("//login.example/a", "//login.example/a"), ("/login.html", "/login.html"),
            ("http://login.example/?next=x", "http://login.example/?***"),
            ("http://login.example?next=x", "http://login.example?***"),
            ("http://login.example/#x", "http://login.example/?***"),
            ("/login?next=http://h/", "/login?***"), ("file:///etc/passwd", "file:///etc/passwd"),
            ("gopher://127.0.0.1/", "gopher://127.0.0.1/"), ("", ""),
            ("http://h/~bob@home/", "http://***"),
            ("http://h:70000/", "http://***"),
        ])
    func anAddressIsShown(_ address: String, _ shown: String) {
        #expect(ShownAddress.text(address) == shown)
    }
}
