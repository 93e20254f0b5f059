import CLinux

/// The command line of this process, as the C runtime was given it.
///
/// Swift's `CommandLine` finds it through /proc, which image builds and some sandboxes lack; then every program would
/// run as if it had been called without a word.
package enum ProgramArguments {
    /// The program as it was called; nil if the caller gave no name.
    package static var name: String? { all.first }
    /// The words after the name.
    package static var words: ArraySlice<String> { all.dropFirst() }

    private static let all = (0..<clinux_argument_count()).compactMap { at in
        clinux_argument(at).map { String(cString: $0) }
    }

    /// Says which word has one dash where an option has two; nil if none has.
    ///
    /// ArgumentParser would read `-home` as one-letter options, so as a request for help.
    ///
    /// - Parameter words: a command line without the program's name; what follows `--` are names.
    package static func complaint(about words: ArraySlice<String> = words) -> String? {
        let options = words.prefix { $0 != "--" }
        guard let word = options.first(where: isSingleDashed) else { return nil }
        return "expected an option with two dashes, found '\(word)': -\(word)"
    }

    private static func isSingleDashed(_ word: String) -> Bool {
        let bytes = word.utf8
        guard bytes.count > 2, bytes.first == UInt8(ascii: "-") else { return false }
        let second = bytes[bytes.index(after: bytes.startIndex)]
        return UInt8(ascii: "a")...UInt8(ascii: "z") ~= second | 0x20
    }
}
