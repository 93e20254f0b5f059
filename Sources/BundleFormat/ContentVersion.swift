/// A bundle's identity: the SHA-256 of its manifest's bytes, the same for another zip of the same files.
public struct ContentVersion: Hashable, Sendable, CustomStringConvertible {
    /// 64 lower-case hexadecimal digits.
    public let hex: String

    /// Makes a version; nil if the text is not 64 lower-case hexadecimal digits.
    public init?(_ hex: String) {
        guard isSHA256(hex) else { return nil }
        self.hex = hex
    }

    /// The first 12 digits, for people.
    public var short: String { String(Substring(hex.utf8.prefix(12))) }

    /// All 64 digits.
    public var description: String { hex }
}

/// Whether a text is a SHA-256 as this project writes it: 64 lower-case hexadecimal digits.
func isSHA256(_ text: String) -> Bool {
    text.utf8.count == 64
        && text.utf8.allSatisfy {
            switch $0 {
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"): true
            default: false
            }
        }
}
