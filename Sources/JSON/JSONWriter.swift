extension JSON {
    /// How a tree is laid out as text.
    public enum Layout: Sendable {
        /// No space at all: one value a line in streams.
        case compact
        /// Two spaces a level and a final newline: for people.
        case indented
    }

    /// The tree as UTF-8, members in their order; parsing it gives an equal tree.
    ///
    /// - Parameter layout: compact unless said otherwise.
    /// - Returns: the text's bytes; control characters escaped, everything else as it is.
    public func serialized(_ layout: Layout = .compact) -> [UInt8] {
        var writer = JSONWriter(indented: layout == .indented)
        writer.write(self, level: 0)
        if layout == .indented { writer.bytes.append(UInt8(ascii: "\n")) }
        return writer.bytes
    }

    /// The tree as text, as ``serialized(_:)``.
    ///
    /// - Parameter layout: compact unless said otherwise.
    /// - Returns: the text.
    public func text(_ layout: Layout = .compact) -> String {
        String(decoding: serialized(layout), as: UTF8.self)
    }
}

private struct JSONWriter {
    var bytes: [UInt8] = []
    let indented: Bool

    mutating func write(_ value: JSON, level: Int) {
        switch value {
        case .null: append("null")
        case .bool(let truth): append(truth ? "true" : "false")
        case .integer(let number): append(String(number))
        case .bigInteger(let digits): append(digits)
        // Swift prints the shortest text that reads back as the same double; JSON has no NaN.
        case .double(let number): append(number.isFinite ? number.description : "null")
        case .string(let text): quote(text)
        case .array(let elements):
            list("[", "]", elements, level) { (writer, element) in
                writer.write(element, level: level + 1)
            }
        case .object(let object):
            list("{", "}", object.members, level) { (writer, member) in
                writer.quote(member.key)
                writer.append(writer.indented ? ": " : ":")
                writer.write(member.value, level: level + 1)
            }
        }
    }

    private mutating func list<Element>(
        _ open: String, _ close: String, _ elements: [Element], _ level: Int,
        _ write: (inout JSONWriter, Element) -> Void
    ) {
        append(open)
        for (at, element) in elements.enumerated() {
            if at > 0 { append(",") }
            newline(level + 1)
            write(&self, element)
        }
        if !elements.isEmpty { newline(level) }
        append(close)
    }

    private mutating func newline(_ level: Int) {
        guard indented else { return }
        bytes.append(UInt8(ascii: "\n"))
        bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: 2 * level))
    }

    private mutating func append(_ text: String) {
        var text = text
        text.withUTF8 { bytes.append(contentsOf: $0) }
    }

    private mutating func quote(_ text: String) {
        bytes.append(UInt8(ascii: "\""))
        var text = text
        text.withUTF8 { utf8 in
            if utf8.allSatisfy(Self.isPlain) {
                bytes.append(contentsOf: utf8)
            } else {
                appendEscaped(utf8)
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }

    /// Whether a byte stands for itself inside quotes.
    private static func isPlain(_ byte: UInt8) -> Bool {
        byte >= 0x20 && byte != 0x7F && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
    }

    private mutating func appendEscaped(_ utf8: UnsafeBufferPointer<UInt8>) {
        for byte in utf8 {
            switch byte {
            case UInt8(ascii: "\""): append("\\\"")
            case UInt8(ascii: "\\"): append("\\\\")
            case UInt8(ascii: "\n"): append("\\n")
            case UInt8(ascii: "\r"): append("\\r")
            case UInt8(ascii: "\t"): append("\\t")
            case 0..<0x20, 0x7F:
                let hex = String(byte, radix: 16)
                append("\\u" + String(repeating: "0", count: 4 - hex.count) + hex)
            default: bytes.append(byte)
            }
        }
    }
}
