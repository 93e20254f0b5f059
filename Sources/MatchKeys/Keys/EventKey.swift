import Text

/// The key of an event: `2026casj`; valid by construction.
public struct EventKey: Hashable, Sendable, CustomStringConvertible {
    /// The key as the API writes it.
    public let description: String

    /// Reads a key; capital letters make no difference.
    ///
    /// A key is a year, two further digits or none, small letters, and at most three digits.
    public init?(_ text: some StringProtocol) {
        self.init(bytes: Array(text.utf8)[...])
    }

    init?(bytes given: ArraySlice<UInt8>) {
        let bytes = given.prefix(KeyLimits.keyBytesMax + 1).map { smallLetter($0) }
        guard bytes.count <= KeyLimits.keyBytesMax, let first = bytes.first, first != zero else {
            return nil
        }
        let digits = bytes.prefix(while: isDigit).count
        let letters = bytes.dropFirst(digits).prefix(while: isSmallLetter).count
        let rest = bytes.dropFirst(digits + letters)
        guard digits == 4 || digits == 6, letters > 0, rest.count <= 3, rest.allSatisfy(isDigit)
        else { return nil }
        description = String(decoding: bytes, as: UTF8.self)
    }

    /// The season.
    public var year: Int { Int(description.prefix(4)) ?? 0 }
}

private let zero = UInt8(ascii: "0")

/// Whether a byte is an ASCII digit.
func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

private func isSmallLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte) }
