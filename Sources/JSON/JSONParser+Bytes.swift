/// The bytes at the parser's place, and the words for them in messages.
extension JSONParser {
    /// The next byte, or 0 at the end: no token starts with 0.
    var peek: UInt8 { at < text.count ? text[at] : 0 }

    mutating func skipSpace() {
        while at < text.count {
            switch text[at] {
            case UInt8(ascii: " "), UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: "\t"):
                at += 1
            default: return
            }
        }
    }

    mutating func take(_ expected: Unicode.Scalar) -> Bool {
        guard at < text.count, text[at] == UInt8(ascii: expected) else { return false }
        at += 1
        return true
    }

    /// What is at this place, in words for "expected …, found …".
    var found: String {
        guard at < text.count else { return "the end of the text" }
        let byte = text[at]
        guard byte > 0x20, byte < 0x7F else { return "the byte 0x\(String(byte, radix: 16))" }
        return "'\(Character(Unicode.Scalar(byte)))'"
    }

    func fail(_ problem: String) -> JSONError {
        .refused(problem: problem, TextPosition(offset: at, in: text))
    }
}
