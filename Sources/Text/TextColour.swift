/// The colours and weights that the programs write themselves (ECMA-48 SGR).
///
/// The list is closed. A sequence with other parameters, which could hide text, is written as a
/// code like every other control sequence.
enum TextColour {
    /// The parameters between `ESC [` and `m`: off, strong, faint, reversed, colours.
    private static let parameters: [[Unicode.Scalar]] =
        ["0", "1", "2", "7", "31", "32", "33", "94", "1;31", "1;32", "1;35", "1;94"]
        .map { Array($0.unicodeScalars) }

    /// The length of the sequence that a text starts with.
    ///
    /// - Returns: its characters, or nil if the text starts with something else.
    static func length(_ scalars: ArraySlice<Unicode.Scalar>) -> Int? {
        guard scalars.first == "\u{1B}", scalars.dropFirst().first == "[" else { return nil }
        let found = scalars.dropFirst(2).prefix(5).prefix { $0 != "m" }
        guard scalars.dropFirst(2 + found.count).first == "m",
            parameters.contains(where: { $0.elementsEqual(found) })
        else { return nil }
        return found.count + 3
    }
}
