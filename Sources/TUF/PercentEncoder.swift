/// Writes texts as parts of web addresses (RFC 3986 §2.1).
package enum PercentEncoder {
    /// Encodes everything but the unreserved characters: distinct names stay distinct, and no name leads out of its folder.
    package static func component(_ text: String) -> String {
        encode(text) { byte, _ in isUnreserved(byte) }
    }

    /// A target's path is written as in an address (TUF specification 4.5): what is encoded already stays as it is.
    static func pathSegment(_ segment: String) -> String {
        encode(segment) { byte, rest in
            if byte == UInt8(ascii: "%") {
                return rest.count >= 2 && rest.prefix(2).allSatisfy { Hex.value($0) != nil }
            }
            return isUnreserved(byte) || "!$&'()*+,;=:@".utf8.contains(byte)
        }
    }

    private static func encode(
        _ text: String, keeping isKept: (UInt8, ArraySlice<UInt8>) -> Bool
    ) -> String {
        let bytes = Array(text.utf8)
        var encoded: [UInt8] = []
        for (at, byte) in bytes.enumerated() {
            if isKept(byte, bytes[(at + 1)...]) {
                encoded.append(byte)
            } else {
                encoded += "%\(Hex.encode(CollectionOfOne(byte)).uppercased())".utf8
            }
        }
        return String(decoding: encoded, as: UTF8.self)
    }

    private static func isUnreserved(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
            UInt8(ascii: "_"), UInt8(ascii: "~"):
            true
        default: false
        }
    }
}
