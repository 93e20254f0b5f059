import Spelling

/// Finds the command that a user mistyped.
enum NearestCommand {
    /// Says that a word is no command, and which command is near.
    ///
    /// - Parameters:
    ///   - word: what was typed.
    ///   - known: the commands.
    /// - Returns: the sentence; nil if the word is a command.
    static func complaint(_ word: String, known: [String]) -> String? {
        guard !known.contains(word) else { return nil }
        let hint = Spelling.nearest(to: word, among: known).map { "did you mean '\($0)'? " }
        return "unknown command '\(word)'; \(hint ?? "")'bundle-agent --help' lists them"
    }
}
