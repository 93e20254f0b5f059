import CEL

/// A key of the data in words: `autoLineRobot1` is Auto Line Robot 1.
package struct KeyWords {
    /// The words in lower case, for recognising them.
    package let words: [String]
    /// The words in the form for people.
    package let title: String

    /// Splits a key.
    package init(_ key: String) {
        // A key of that length cannot be read, and each of its rows would repeat it.
        let key = bounded(key)
        var words = Self.split(key)
        // The Blue Alliance marks the values that it added itself; for a reader they are like the
        // others.
        if words.count > 1, words[0] == "tba" { words.removeFirst() }
        var title = ""
        for word in words {
            if !title.isEmpty { title += " " }
            title += Self.shown(word)
        }
        self.words = words.map { $0.lowercased() }
        self.title = title.isEmpty ? key : title
    }

    /// Words that are shown in another form than with a first capital.
    private static func shown(_ word: String) -> String {
        switch word {
        case "rp", "RP": "Ranking Points"
        case "kPa": word
        default:
            word.shortened(to: 1).uppercased()
                + String(word.unicodeScalars.dropFirst(1))
        }
    }

    private enum Class { case lower, upper, digit, other }

    private static func split(_ key: String) -> [String] {
        let scalars = Array(key.unicodeScalars)
        var words: [String] = []
        var start = 0
        func end(at: Int) {
            guard start < at else { return }
            var word = String.UnicodeScalarView()
            word.append(contentsOf: scalars[start..<at])
            words.append(String(word))
            start = at
        }
        for at in scalars.indices {
            if scalars[at] == "_" || scalars[at] == "-" || scalars[at] == " " || scalars[at] == "."
            {
                end(at: at)
                start = at + 1
            } else if at > start, isBoundary(scalars, at, start: start) {
                end(at: at)
            }
        }
        end(at: scalars.count)
        return words
    }

    /// Whether a word ends before `at`: `auto|Line`, `Robot|1`, `1|Count`, `HTTP|Server`; not in the
    /// unit `kPa`, and not in `G206`, one letter and its number.
    private static func isBoundary(_ scalars: [Unicode.Scalar], _ at: Int, start: Int) -> Bool {
        switch (kind(scalars[at - 1]), kind(scalars[at])) {
        case (.lower, .upper):
            at - start > 1 || !scalars[start...].starts(with: "kPa".unicodeScalars)
        case (.lower, .digit), (.upper, .digit): at - start > 1
        case (.digit, .upper), (.digit, .lower): true
        case (.upper, .upper): at + 1 < scalars.count && kind(scalars[at + 1]) == .lower
        default: false
        }
    }

    private static func kind(_ scalar: Unicode.Scalar) -> Class {
        switch scalar {
        case "a"..."z": .lower
        case "A"..."Z": .upper
        case "0"..."9": .digit
        default: .other
        }
    }
}
