import WebTransport

/// A place in an S3-compatible object store: `s3://BUCKET/PREFIX`; valid by construction.
public struct ObjectStoreAddress: Hashable, Sendable, CustomStringConvertible {
    /// The bucket.
    public let bucket: String
    /// The beginning of every key, without slashes around it; empty for the whole bucket.
    public let prefix: String

    /// The beginning of such an address.
    public static let scheme = "s3://"

    /// Reads `s3://BUCKET` or `s3://BUCKET/PREFIX`, with or without a final slash.
    ///
    /// - Throws: ``AddressError`` for everything else, and for prefixes that would have to be encoded.
    public init(_ text: String) throws(AddressError) {
        guard text.hasPrefix(Self.scheme) else {
            throw AddressError(text, "expected s3://BUCKET/PREFIX")
        }
        let parts = text.dropFirst(Self.scheme.count).split(
            separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        bucket = parts.first.map(String.init) ?? ""
        guard (3...63).contains(bucket.utf8.count), bucket.utf8.allSatisfy(Self.isInBucket) else {
            throw AddressError(
                text, "expected a bucket of 3 to 63 small letters, digits, '-' and '.'")
        }
        let segments = (parts.count > 1 ? parts[1] : "").split(separator: "/")
        guard segments.allSatisfy({ $0 != "." && $0 != ".." && $0.utf8.allSatisfy(Self.isPlain) })
        else {
            throw AddressError(text, "expected a prefix of letters, digits, '-', '_', '.' and '/'")
        }
        prefix = segments.joined(separator: "/")
    }

    /// The address as it is shown to people.
    public var description: String {
        Self.scheme + bucket + (prefix.isEmpty ? "" : "/\(prefix)")
    }

    /// The key of a file below this place.
    func key(_ path: String) -> String { prefix.isEmpty ? path : "\(prefix)/\(path)" }

    private static func isInBucket(_ byte: UInt8) -> Bool {
        isPlain(byte) && byte != UInt8(ascii: "_") && !(0x41...0x5A).contains(byte)
    }

    /// Whether a byte stays as it is in a path, in a query and in a signature (RFC 3986 §2.3, without '~').
    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"),
            UInt8(ascii: "."):
            true
        default: false
        }
    }
}
