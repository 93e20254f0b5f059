/// A word of a command line that somebody copies into a shell.
package enum ShellWord {
    /// The word as a shell reads it: in quotes where it has more than plain characters.
    package static func quoted(_ text: String) -> String {
        let plain = text.unicodeScalars.allSatisfy {
            $0.isASCII
                && ($0.properties.isAlphabetic
                    || "0123456789/._-:+@%=,".unicodeScalars.contains($0))
        }
        return plain && !text.isEmpty ? text : "'\(text.replacing("'", with: "'\\''"))'"
    }
}
