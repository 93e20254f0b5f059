import Glibc

/// Standard error: sentences for the person in front of it.
enum Messages {
    /// Prints `breakdown: text` on a line.
    ///
    /// - Parameter text: a sentence; control characters in it are shown, not obeyed.
    static func print(_ text: String) {
        let line = "breakdown: \(harmless(text))\n"
        // Where messages cannot be written there is nobody to tell.
        _ = line.utf8CString.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count - 1) }
    }

    /// The text on one line, without characters that drive a terminal.
    ///
    /// - Parameter text: may come from outside, as a key or a path.
    /// - Returns: the same with such characters spelt out.
    static func harmless(_ text: String) -> String {
        var line = ""
        for scalar in text.unicodeScalars {
            let isControl = scalar.value < 0x20 || (0x7F..<0xA0).contains(scalar.value)
            line += isControl ? "\\u{\(String(scalar.value, radix: 16))}" : String(scalar)
        }
        return line
    }
}
