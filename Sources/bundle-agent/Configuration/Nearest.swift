import Text

/// The known word next to a misspelt one.
enum Nearest {
    /// Says that a word is no command, and which command is near; nil if the word is a command.
    static func complaint(_ word: String, commands: [String]) -> String? {
        guard !commands.contains(word) else { return nil }
        let hint = Spelling.nearest(to: word, among: commands).map { "did you mean '\($0)'? " }
        return "unknown command '\(word)'; \(hint ?? "")'bundle-agent --help' lists them"
    }

    /// A question to add to a message: `; did you mean interval?`, or nothing.
    static func question(
        _ word: String, _ known: [String], _ form: (String) -> String = { $0 }
    ) -> String {
        Spelling.nearest(to: word, among: known).map { "; did you mean \(form($0))?" } ?? ""
    }
}
