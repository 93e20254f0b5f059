import Text

extension JSON {
    /// The form of a tree as text.
    public enum Layout: Sendable {
        /// No space at all; in streams, one value on each line.
        case compact
        /// Two spaces for each level and a final newline: for people.
        case indented
    }

    /// The tree as UTF-8, members in their order; what a terminal or a log would interpret is escaped (``PlainText``).
    public func serialized(_ layout: Layout = .compact) -> [UInt8] {
        var writer = JSONWriter(indented: layout == .indented)
        writer.write(self, level: 0)
        if layout == .indented { writer.bytes.append(UInt8(ascii: "\n")) }
        return writer.bytes
    }

    /// The tree as text, as ``serialized(_:)``.
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
            list("[", "]", elements.count, level) { (writer, at) in
                writer.write(elements[at], level: level + 1)
            }
        case .object(let object):
            let members = object.storage
            list("{", "}", members.count, level) { (writer, at) in
                writer.quote(members.key(at))
                writer.append(writer.indented ? ": " : ":")
                writer.write(members.value(at), level: level + 1)
            }
        }
    }

    private mutating func list(
        _ open: Unicode.Scalar, _ close: Unicode.Scalar, _ count: Int, _ level: Int,
        _ write: (inout JSONWriter, Int) -> Void
    ) {
        bytes.append(UInt8(ascii: open))
        for at in 0..<count {
            if at > 0 { bytes.append(UInt8(ascii: ",")) }
            newline(level + 1)
            write(&self, at)
        }
        if count > 0 { newline(level) }
        bytes.append(UInt8(ascii: close))
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
        let isWritten = text.withUTF8 { utf8 in
            guard Self.isPlain(utf8) else { return false }
            bytes.append(contentsOf: utf8)
            return true
        }
        if !isWritten { PlainText.forEach(text) { append($0, isHarmless: $1) } }
        bytes.append(UInt8(ascii: "\""))
    }

    /// Whether all bytes are written as they are inside quotes.
    private static func isPlain(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        guard text.endOfPlainBytes(from: 0) == text.count else { return false }
        // Without a branch for each byte, so that it costs next to nothing.
        var hasDelete = false
        for byte in text { hasDelete = hasDelete || byte == 0x7F }
        return !hasDelete
    }

    private mutating func append(_ scalar: Unicode.Scalar, isHarmless: Bool) {
        switch scalar {
        case "\"": append("\\\"")
        case "\\": append("\\\\")
        case "\n": append("\\n")
        case "\r": append("\\r")
        case "\t": append("\\t")
        case _ where isHarmless: bytes.append(contentsOf: UTF8.encode(scalar) ?? .init())
        default:
            for unit in UTF16.encode(scalar) ?? .init() {
                let hex = String(unit, radix: 16)
                append("\\u" + String(repeating: "0", count: 4 - hex.utf8.count) + hex)
            }
        }
    }
}
