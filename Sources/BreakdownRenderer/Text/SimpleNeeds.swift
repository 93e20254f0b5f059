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
