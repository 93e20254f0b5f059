import Text

/// The form in which messages show an address from a server or a person.
public enum ShownAddress {
    private static let charactersMax = 200

    /// The address without user, password, query and fragment, harmless; `***` replaces what is left out.
    ///
    /// A password may contain any character, also those that end a server's name. So the server is shown only if it
    /// is exactly `HOST` or `HOST:PORT`, and if no `@` stands anywhere in the address.
    public static func text(_ address: String) -> String {
        let shown = withoutSecrets(address)
        let cut = shown.unicodeScalars.count > charactersMax
        return PlainText.line(String(shown.unicodeScalars.prefix(charactersMax)) + (cut ? "…" : ""))
    }

    private static func withoutSecrets(_ address: String) -> String {
        // Characters would hide an @ that a combining mark follows.
        let hasLogin = address.utf8.contains(UInt8(ascii: "@"))
        let whole = String(address.unicodeScalars.prefix { !"?#".unicodeScalars.contains($0) })
        let left = whole.utf8.count < address.utf8.count ? "?***" : ""
        guard let start = startOfServer(in: whole) else {
            return hasLogin || whole.contains("://") ? "***" : whole + left
        }
        let server = String(
            whole[start...].unicodeScalars.prefix { !"/\\".unicodeScalars.contains($0) })
        // `file:///x` names no server.
        let isServer = server.isEmpty || (try? HostAndPort(server[...])) != nil
        guard isServer, !hasLogin else { return "\(whole[..<start])***" }
        return whole + left
    }

    /// The place after `SCHEME://` or `//`; nil if the address does not begin so.
    private static func startOfServer(in address: String) -> String.Index? {
        if address.hasPrefix("//") { return address.index(address.startIndex, offsetBy: 2) }
        guard let slashes = address.firstRange(of: "://"),
            isScheme(address[..<slashes.lowerBound])
        else { return nil }
        return slashes.upperBound
    }

    /// Whether the text is a scheme (RFC 3986 §3.1), and not a part of a login.
    private static func isScheme(_ text: Substring) -> Bool {
        text.first?.isLetter == true
            && text.utf8.allSatisfy { $0.isLetterOrDigit || "+-.".utf8.contains($0) }
    }
}
