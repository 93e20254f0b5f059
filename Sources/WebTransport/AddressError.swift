/// Why a text is not an address.
public struct AddressError: Error, Equatable, CustomStringConvertible {
    /// The address without any secret, and what was expected.
    public let description: String

    /// Describes a problem of an address that may not be quoted at all.
    init(_ description: String) { self.description = description }

    /// Describes a problem.
    package init(_ text: String, _ problem: String, subject: String) {
        description = "\(Self.shown(text) ?? subject): \(problem)"
    }

    /// Scheme and host, or a folder; a password may stand before an `@`, and after `:` and `?`.
    private static func shown(_ text: String) -> String? {
        guard !text.isEmpty, !text.contains("@") else { return nil }
        guard let scheme = text.firstRange(of: "://") else {
            return String(text.prefix { $0 != ":" && $0 != "?" })
        }
        let host = text[scheme.upperBound...].prefix { !":?#".contains($0) }
        return String(text[..<scheme.upperBound] + host)
    }
}
