/// Why a value has no canonical form.
public enum CanonicalJSONError: Error, Equatable, CustomStringConvertible {
    /// A number with a fraction or an exponent: two writers would spell it differently.
    case decimalNumber

    /// The sentence for people.
    public var description: String {
        "canonical JSON: expected integers only, found a decimal number"
    }
}

extension JSON {
    /// The canonical form that signatures are made over (OLPC canonical JSON, TUF specification 4.1).
    ///
    /// Keys are sorted by code point, only `"` and `\` escaped, without space. It fails if there is a decimal number.
    public func canonical() throws(CanonicalJSONError) -> [UInt8] {
        var bytes: [UInt8] = []
        try appendCanonical(to: &bytes)
        return bytes
    }

    private func appendCanonical(to bytes: inout [UInt8]) throws(CanonicalJSONError) {
        switch self {
        case .null: bytes += "null".utf8
        case .bool(let truth): bytes += (truth ? "true" : "false").utf8
        case .integer(let number): bytes += String(number).utf8
        case .bigInteger(let digits): bytes += digits.utf8
        case .double: throw .decimalNumber
        case .string(let text): Self.appendCanonical(text, to: &bytes)
        case .array(let elements):
            bytes.append(UInt8(ascii: "["))
            for (at, element) in elements.enumerated() {
                if at > 0 { bytes.append(UInt8(ascii: ",")) }
                try element.appendCanonical(to: &bytes)
            }
            bytes.append(UInt8(ascii: "]"))
        case .object(let object):
            bytes.append(UInt8(ascii: "{"))
            // The order of UTF-8 bytes is the order of code points.
            let members = object.members.sorted {
                $0.key.utf8.lexicographicallyPrecedes($1.key.utf8)
            }
            for (at, member) in members.enumerated() {
                if at > 0 { bytes.append(UInt8(ascii: ",")) }
                Self.appendCanonical(member.key, to: &bytes)
                bytes.append(UInt8(ascii: ":"))
                try member.value.appendCanonical(to: &bytes)
            }
            bytes.append(UInt8(ascii: "}"))
        }
    }

    private static func appendCanonical(_ text: String, to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "\""))
        for byte in text.utf8 {
            if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") {
                bytes.append(UInt8(ascii: "\\"))
            }
            bytes.append(byte)
        }
        bytes.append(UInt8(ascii: "\""))
    }
}
