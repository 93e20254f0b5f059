/// Finds the command that somebody meant.
enum NearestCommand {
    /// The sentence for a word that is not a command, with the nearest command.
    ///
    /// - Parameters:
    ///   - word: what was typed.
    ///   - known: the commands.
    /// - Returns: the sentence; nil if the word is a command.
    static func complaint(_ word: String, known: [String]) -> String? {
        guard !known.contains(word) else { return nil }
        let nearest = known.map { (name: $0, distance: distance(word, $0)) }
            .min { $0.distance < $1.distance }
        let hint = nearest.flatMap { nearest in
            // With more changes it is another word.
            nearest.distance <= max(2, nearest.name.count / 3) ? nearest.name : nil
        }
        return "unknown command '\(word)'; "
            + (hint.map { "did you mean '\($0)'? " } ?? "") + "'bundle-agent --help' lists them"
    }

    /// The letters to insert, delete or replace to make one word from the other (Levenshtein).
    static func distance(_ left: String, _ right: String) -> Int {
        // The work grows with the square of the length, and no command has such a long name.
        let (left, right) = (Array(left.prefix(40)), Array(right.prefix(40)))
        var row = Array(0...right.count)
        for (at, letter) in left.enumerated() {
            var diagonal = row[0]
            row[0] = at + 1
            for (other, wanted) in right.enumerated() {
                let replaced = diagonal + (letter == wanted ? 0 : 1)
                diagonal = row[other + 1]
                row[other + 1] = min(replaced, diagonal + 1, row[other] + 1)
            }
        }
        return row[right.count]
    }
}
