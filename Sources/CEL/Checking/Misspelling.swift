/// Keys and texts of data that were probably meant to be another.
///
/// Those of one kind resemble each other: `robot1` and `robot2`, `Park` and `Parked` are both right. So
/// the digits must be the same, and words are compared more strictly than keys.
public enum Misspelling {
    /// The key that was probably meant, or nil: a quarter of the letters may be wrong.
    ///
    /// - Parameters:
    ///   - key: what was written.
    ///   - known: what could have been meant.
    /// - Returns: the nearest, the first of several by code point.
    public static func nearest(toKey key: String, among known: some Sequence<String>) -> String? {
        Suggestion.nearest(
            to: key, among: known.filter { digits($0) == digits(key) },
            wrongMax: max(1, key.utf8.count / 4))
    }

    /// The text that was probably meant, or nil.
    ///
    /// Short words may differ in case alone, longer ones in one letter, from eight on in two; and what
    /// is mentioned elsewhere was not meant here.
    ///
    /// - Parameters:
    ///   - text: what was written.
    ///   - seen: what could have been meant.
    ///   - mentioned: what is mentioned elsewhere.
    /// - Returns: the nearest, the first of several by code point.
    public static func nearest(
        to text: String, in seen: Set<String>, except mentioned: Set<String>
    ) -> String? {
        let length = text.utf8.count
        return Suggestion.nearest(
            to: text, among: seen.subtracting(mentioned).filter { digits($0) == digits(text) },
            wrongMax: length < 4 ? 0 : length < 8 ? 1 : 2)
    }

    private static func digits(_ text: String) -> [UInt8] { text.utf8.filter(\.isDigit) }
}
