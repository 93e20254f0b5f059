import PlainText

/// The form in which messages show an address from a server or a person.
public enum ShownAddress {
    /// The largest number of characters that is shown.
    private static let charactersMax = 200

    /// The address without what may be secret: user, password, query and fragment.
    ///
    /// - Parameter address: any text.
    /// - Returns: scheme, host, port and path, harmless; `***` replaces what is left out.
    public static func text(_ address: String) -> String {
        let whole = address.prefix { !"?#".contains($0) }
        let left = whole.count < address.count ? "?***" : ""
        let shown = withoutLogin(String(whole)) + left
        let cut = shown.unicodeScalars.count > charactersMax
        return PlainText.line(String(shown.unicodeScalars.prefix(charactersMax)) + (cut ? "…" : ""))
    }

    private static func withoutLogin(_ address: String) -> String {
        let start: String.Index
        if let scheme = address.firstRange(of: "://") {
            start = scheme.upperBound
        } else if address.hasPrefix("//") {
            start = address.index(address.startIndex, offsetBy: 2)
        } else {
            return address.contains("@") ? "***" : address
        }
        let authority = address[start...].prefix { !"/\\".contains($0) }
        guard let at = authority.lastIndex(of: "@") else { return address }
        return "\(address[..<start])***\(address[at...])"
    }
}
