import CLinux

/// A command line of words and `--flag value` pairs, read without ArgumentParser.
///
/// ArgumentParser takes 8 to 15 million instructions of each start (docs/adr/0009). So every program reads
/// the common form of its command line with this type, and leaves every other form, help and mistakes to
/// ArgumentParser. Both ways give the same request: a test of each program compares them.
package struct PlainArguments: Equatable, Sendable {
    package struct Option: Equatable, Sendable {
        /// As typed, with its dashes.
        package let flag: String
        package let value: String
    }

    package private(set) var options: [Option] = []
    /// The words after the pairs: a command, or names of files.
    package private(set) var words: [String] = []

    /// Nil for every other form: pairs come first, and no word and no value is empty or begins with a dash.
    ///
    /// It is a slice, because code that is generic across modules costs a start 180,000 instructions.
    package init?(_ arguments: ArraySlice<String>) {
        var flag: String?
        for argument in arguments {
            let isFlag = argument.utf8.first == UInt8(ascii: "-")
            if let known = flag, !isFlag, !argument.isEmpty {
                options.append(Option(flag: known, value: argument))
                flag = nil
            } else if flag == nil, isFlag, words.isEmpty {
                flag = argument
            } else if flag == nil, !isFlag, !argument.isEmpty {
                words.append(argument)
            } else {
                return nil
            }
        }
        if flag != nil { return nil }
    }
}

/// The command line of this process, as the C runtime was given it.
///
/// Swift's `CommandLine` finds it through /proc, which image builds and some sandboxes lack; then every program would
/// run as if it had been called without a word.
package enum ProgramArguments {
    package static var name: String? { all.first }
    package static var words: ArraySlice<String> { all.dropFirst() }

    private static let all = (0..<clinux_argument_count()).compactMap { at in
        clinux_argument(at).map { String(cString: $0) }
    }

    /// ArgumentParser would read `-home` as one-letter options, so as a request for help; what follows `--` are names.
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
