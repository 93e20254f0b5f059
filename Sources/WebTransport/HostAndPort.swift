import Glibc

/// The server in an address: `HOST` or `HOST:PORT`, and nothing else.
struct HostAndPort {
    /// A name or an address; an IPv6 address without brackets.
    let host: String
    /// The port; nil if the text has none.
    let port: Int?

    /// Reads the part of an address between the login and the path; no error quotes anything of it.
    init(_ text: Substring) throws(AddressError) {
        let colon = text.last == "]" ? nil : text.lastIndex(of: ":")
        host = try Self.host(colon.map { text[..<$0] } ?? text)
        guard let colon else {
            port = nil
            return
        }
        let digits = text[text.index(after: colon)...]
        guard digits.utf8.allSatisfy(\.isDigit), let number = Int(digits),
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
        let isName = text.utf8.allSatisfy { $0.isLetterOrDigit || "-._".utf8.contains($0) }
        // The longest name (RFC 1035 §2.3.4).
        guard isName, (1...253).contains(text.utf8.count) else { throw hostError }
        return String(text)
    }

    private static var hostError: AddressError {
        AddressError("expected a host's name or address, as in http://HOST:PORT")
    }
}
