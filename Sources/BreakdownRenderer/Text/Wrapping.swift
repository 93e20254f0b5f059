import CEL

/// Breaks a text into lines, at spaces if possible, and never inside a number.
enum Wrapping {
    /// The lines of a text.
    ///
    /// - Returns: at least one line; no line begins or ends with the space at which it was broken.
    static func lines(_ text: ShownText, columns: Int) -> [ShownText] {
        guard text.columns > columns else { return [text] }
        var lines: [ShownText] = []
        var line = ShownText.empty
        for word in words(text.text) {
            let spaced = line.columns == 0 ? word : line + space + word
            if spaced.columns <= columns {
                line = spaced
                continue
            }
            if line.columns > 0 { lines.append(line) }
            line = .empty
            for unit in word.columns > columns ? units(word.text) : [word] {
                if line.columns > 0, line.columns + unit.columns > columns {
                    lines.append(line)
                    line = .empty
                }
                line = line + unit
            }
        }
        if line.columns > 0 || lines.isEmpty { lines.append(line) }
        return lines
    }

    /// Columns of the longest word that should not be broken: longer ones are codes, not words.
    static let wordColumnsMax = 20

    /// The columns of the longest word that should not be broken, and of the longest part that must
    /// not.
    static func needs(_ text: ShownText) -> (word: Int, unit: Int) {
        // Nearly every text has this form, and every text of a table is measured.
        if DisplayWidth.columnsIfSimple(text.text) != nil { return SimpleNeeds.of(text.text) }
        return needsOfAny(text)
    }

    /// ``needs(_:)`` of a text with characters of any kind.
    static func needsOfAny(_ text: ShownText) -> (word: Int, unit: Int) {
        var longest = (word: 0, unit: 0)
        for word in words(text.text) where word.columns > 0 {
            if word.columns <= wordColumnsMax { longest.word = max(longest.word, word.columns) }
            for unit in units(word.text) { longest.unit = max(longest.unit, unit.columns) }
        }
        return longest
    }

    private static let space = ShownText(text: " ", columns: 1)

    private static func words(_ text: String) -> [ShownText] {
        var words = text.pieces(between: " ").map { measured($0) }
        // The mark of a subtotal stays beside its word: `· Boulder Points ·`.
        if words.count > 2, let first = words.first, isMark(first) {
            words.replaceSubrange(0...1, with: [first + space + words[1]])
        }
        if words.count > 1, let last = words.last, isMark(last) {
            let marked = words[words.count - 2] + space + last
            words.replaceSubrange((words.count - 2)..., with: [marked])
        }
        return words
    }

    private static func isMark(_ word: ShownText) -> Bool {
        word.text == "-" || word.text == Icon.bullet.character
    }

    /// The parts into which a word may be broken: numbers with their sign, and single characters.
    private static func units(_ word: String) -> [ShownText] {
        var units: [ShownText] = []
        var number = ""
        func endNumber() {
            guard !number.isEmpty else { return }
            units.append(ShownText(text: number, columns: number.utf8.count))
            number = ""
        }
        for character in word {
            switch character {
            case "0"..."9", ".", ",": number.append(character)
            case "+", "-":
                endNumber()
                number.append(character)
            default:
                endNumber()
                units.append(measured(String(character)))
            }
        }
        endNumber()
        return units
    }

    private static func measured(_ text: String) -> ShownText {
        ShownText(text: text, columns: DisplayWidth.of(text))
    }
}

/// What ``Wrapping/needs(_:)`` answers for a text in which each code point is one character of one column.
///
/// It makes no texts. A test compares both.
struct SimpleNeeds {
    private var longestWord = 0
    private var longestUnit = 0

    /// The columns of the longest word that should not be broken, and of the longest part that must not.
    static func of(_ text: String) -> (word: Int, unit: Int) {
        var text = text
        return text.withUTF8 { bytes in
            var needs = SimpleNeeds()
            needs.measure(bytes)
            return (needs.longestWord, needs.longestUnit)
        }
    }

    private mutating func measure(_ text: UnsafeBufferPointer<UInt8>) {
        let marks = Marks(text)
        var number = 0
        var columns = 0
        Self.forEachWord(text) { word in
            columns += measureParts(word)
            // A mark and the word beside it are one word.
            if marks.joinNext(number) {
                columns += 1
            } else {
                if columns <= Wrapping.wordColumnsMax { longestWord = max(longestWord, columns) }
                columns = 0
            }
            number += 1
        }
    }

    private static func forEachWord(
        _ text: UnsafeBufferPointer<UInt8>, _ body: (Slice<UnsafeBufferPointer<UInt8>>) -> Void
    ) {
        var start = 0
        for at in 0...text.count where at == text.count || text[at] == UInt8(ascii: " ") {
            if at > start { body(text[start..<at]) }
            start = at + 1
        }
    }

    /// The marks at the ends of a text, each of which counts as one word with its neighbour.
    private struct Marks {
        private var count = 0
        private var isFirst = false
        private var isLast = false

        init(_ text: UnsafeBufferPointer<UInt8>) {
            SimpleNeeds.forEachWord(text) { word in
                let isMark =
                    word.elementsEqual("-".utf8)
                    || word.elementsEqual(Icon.bullet.character.utf8)
                if count == 0 { isFirst = isMark }
                isLast = isMark
                count += 1
            }
            isFirst = isFirst && count > 2
            isLast = isLast && count > (isFirst ? 2 : 1)
        }

        /// Whether a word and the next one count as one.
        func joinNext(_ number: Int) -> Bool {
            (isFirst && number == 0) || (isLast && number == count - 2)
        }
    }

    /// The columns of a word; notices its longest number.
    private mutating func measureParts(_ word: Slice<UnsafeBufferPointer<UInt8>>) -> Int {
        var columns = 0
        var numberColumns = 0
        for byte in word where byte & 0xC0 != 0x80 {
            columns += 1
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: ","):
                numberColumns += 1
            case UInt8(ascii: "+"), UInt8(ascii: "-"): numberColumns = 1
            default: numberColumns = 0
            }
            longestUnit = max(longestUnit, numberColumns, 1)
        }
        return columns
    }
}
