/// A word of a command line that a person copies into a shell.
package enum ShellWord {
    /// In quotes, or with the codes of `$'…'` for hidden characters, which bash, zsh and POSIX.1-2024 read.
    package static func quoted(_ text: String) -> String {
        let plain = text.unicodeScalars.allSatisfy {
            $0.isASCII
                && ($0.properties.isAlphabetic
                    || "0123456789/._-:+@%=,".unicodeScalars.contains($0))
        }
        guard !plain || text.isEmpty else { return text }
        guard text.unicodeScalars.contains(where: isHidden) else {
            return "'\(text.replacing("'", with: "'\\''"))'"
        }
        return "$'\(text.unicodeScalars.map(code).joined())'"
    }

    private static func code(_ scalar: Unicode.Scalar) -> String {
        if scalar == "'" || scalar == "\\" { return "\\\(scalar)" }
        guard isHidden(scalar) else { return "\(scalar)" }
        let digits = String(scalar.value, radix: 16)
        return "\\U" + String(repeating: "0", count: 8 - digits.count) + digits
    }

    private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse,
            .unassigned:
            true
        default: false
        }
    }
}
