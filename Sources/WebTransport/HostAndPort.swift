import Glibc

/// The server in an address: `HOST` or `HOST:PORT`, and nothing else.
struct HostAndPort {
    /// A name or an address; an IPv6 address without brackets.
    let host: String
    /// The port; nil if the text has none.
    let port: Int?

    /// Reads the part of an address between the login and the path.
    ///
    /// - Throws: ``AddressError``, which quotes nothing of the text.
    init(_ text: Substring) throws(AddressError) {
        let colon = text.last == "]" ? nil : text.lastIndex(of: ":")
        host = try Self.host(colon.map { text[..<$0] } ?? text)
        guard let colon else {
            port = nil
            return
        }
        let digits = text[text.index(after: colon)...]
        guard digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(digits),
            (1...65_535).contains(number)
        else { throw AddressError("expected a port from 1 to 65535, as in http://HOST:PORT") }
        port = number
    }

    private static func host(_ text: Substring) throws(AddressError) -> String {
        if text.hasPrefix("["), text.hasSuffix("]") {
            let address = String(text.dropFirst().dropLast())
            var parsed = in6_addr()
            guard inet_pton(AF_INET6, address, &parsed) == 1 else { throw hostError }
            return address
        }
        let isName = text.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
                UInt8(ascii: "_"):
                true
            default: false
            }
        }
        // The longest name (RFC 1035 §2.3.4).
        guard isName, (1...253).contains(text.utf8.count) else { throw hostError }
        return String(text)
    }

    private static var hostError: AddressError {
        AddressError("expected a host's name or address, as in http://HOST:PORT")
    }
}
