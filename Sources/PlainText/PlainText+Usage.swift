extension PlainText {
    /// The lines of the parser of arguments, made harmless, because it quotes arguments as they were typed.
    ///
    /// - Parameters:
    ///   - arguments: what was typed. One that may hold a password is shown as `***`.
    /// - Returns: the lines; none of them begins within an argument.
    package static func usage(_ text: String, arguments: some Sequence<String>) -> String {
        var scalars = Array(text.unicodeScalars)
        for argument in arguments {
            replace(argument, in: &scalars)
            // An option's value may stand after a sign =.
            if let sign = argument.unicodeScalars.firstIndex(of: "=") {
                let value = argument.unicodeScalars[sign...].dropFirst()
                replace(String(value), in: &scalars)
            }
        }
        return lines(String(String.UnicodeScalarView(scalars)))
    }

    private static func replace(_ argument: String, in text: inout [Unicode.Scalar]) {
        let shown = mayHoldPassword(argument) ? "***" : line(argument)
        let sought = Array(argument.unicodeScalars)
        let replacement = Array(shown.unicodeScalars)
        guard sought != replacement, !sought.isEmpty else { return }
        var at = 0
        while at + sought.count <= text.count {
            if text[at..<at + sought.count].elementsEqual(sought) {
                text.replaceSubrange(at..<at + sought.count, with: replacement)
                at += replacement.count
            } else {
                at += 1
            }
        }
    }

    /// Whether a text looks like an address with a user, or with something that is no port.
    private static func mayHoldPassword(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        guard !bytes.contains(UInt8(ascii: "@")) else { return true }
        let sign = Array("://".utf8)
        guard let start = bytes.indices.first(where: { bytes[$0...].starts(with: sign) }) else {
            return false
        }
        return bytes[(start + sign.count)...].contains { ":?".utf8.contains($0) }
    }
}
