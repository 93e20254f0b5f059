/// Finds the word that the writer probably meant.
package enum Spelling {
    /// Longer words are not compared: no name is that long, and the work grows with the square.
    private static let lettersMax = 64

    /// The known word that is nearest to a misspelt one, the first of several by code point: a third of its letters may be
    /// wrong, at least one and at most three.
    package static func nearest(to word: String, among known: some Sequence<String>) -> String? {
        nearest(to: word, among: known, wrongMax: min(3, max(1, word.unicodeScalars.count / 3)))
    }

    /// Says that a word is no command of a program, and which command is near; nil if the word is a command.
    package static func complaint(
        _ word: String, commands: [String], of program: String
    ) -> String? {
        guard !commands.contains(word) else { return nil }
        let hint = nearest(to: word, among: commands).map { "did you mean '\($0)'? " } ?? ""
        return "unknown command '\(word)'; \(hint)'\(program) --help' lists them"
    }

    package static func nearest(
        to word: String, among known: some Sequence<String>, wrongMax: Int
    ) -> String? {
        let written = letters(word)
        guard written.count <= lettersMax else { return nil }
        return
            known
            .map { (word: $0, wrong: wrongLetters(written, letters($0), wrongMax: wrongMax)) }
            .filter { $0.wrong <= wrongMax }
            .min { ($0.wrong, $0.word) < ($1.wrong, $1.word) }?.word
    }

    /// The code points of a word, with ASCII letters in lower case: `AutoPoints` counts as `autoPoints`.
    private static func letters(_ word: String) -> [UInt32] {
        word.unicodeScalars.prefix(lettersMax + 1).map {
            ("A"..."Z").contains($0) ? $0.value | 0x20 : $0.value
        }
    }

    /// Counts the letters that must be added, removed, changed or swapped with their neighbour.
    private static func wrongLetters(_ left: [UInt32], _ right: [UInt32], wrongMax: Int) -> Int {
        guard abs(left.count - right.count) <= wrongMax, !right.isEmpty else { return wrongMax + 1 }
        var rowBefore: [Int] = []
        var row = Array(0...right.count)
        for at in left.indices {
            var next = [at + 1]
            for other in right.indices {
                let isSame = left[at] == right[other]
                var wrong = min(row[other] + (isSame ? 0 : 1), row[other + 1] + 1, next[other] + 1)
                if at > 0, other > 0, left[at] == right[other - 1], left[at - 1] == right[other] {
                    wrong = min(wrong, rowBefore[other - 1] + 1)
                }
                next.append(wrong)
            }
            (rowBefore, row) = (row, next)
        }
        return row[right.count]
    }
}
