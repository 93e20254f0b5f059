import Text

/// Finds the key or text of the data that an author probably meant.
///
/// Keys and texts of data often differ by little and are both right: `robot1` and `robot2`, `Park` and `Parked`. So
/// their digits must be the same, and texts are compared more strictly than keys.
package enum Misspelling {
    /// The key that was probably meant, the first of several by code point; a quarter of its letters may be wrong.
    package static func nearest(toKey key: String, among known: some Sequence<String>) -> String? {
        Spelling.nearest(
            to: key, among: known.filter { digits($0) == digits(key) },
            wrongMax: max(1, key.utf8.count / 4))
    }

    /// The text that was probably meant, the first of several by code point.
    ///
    /// Texts of up to three letters may differ only in case, longer ones in one letter, and from eight
    /// letters on in two. A text that is mentioned elsewhere is never the one that was meant.
    package static func nearest(
        to text: String, in seen: Set<String>, except mentioned: Set<String>
    ) -> String? {
        let length = text.utf8.count
        return Spelling.nearest(
            to: text, among: seen.subtracting(mentioned).filter { digits($0) == digits(text) },
            wrongMax: length < 4 ? 0 : length < 8 ? 1 : 2)
    }

    private static func digits(_ text: String) -> [UInt8] { text.utf8.filter { $0.isDigit } }
}
