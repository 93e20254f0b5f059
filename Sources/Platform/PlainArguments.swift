/// A command line of words and `--flag value` pairs, read without ArgumentParser.
///
/// ArgumentParser takes 8 to 15 million instructions of each start (docs/adr/0009). So every program reads
/// the common form of its command line with this type, and leaves every other form, help and mistakes to
/// ArgumentParser. Both ways give the same request: a test of each program compares them.
package struct PlainArguments: Equatable, Sendable {
    /// A flag and the value after it.
    package struct Option: Equatable, Sendable {
        /// As typed, with its dashes.
        package let flag: String
        package let value: String
    }

    /// The pairs, in their order.
    package private(set) var options: [Option] = []
    /// The words after the pairs: a command, or names of files.
    package private(set) var words: [String] = []

    /// Reads a command line; nil for every other form.
    ///
    /// The pairs come first. No word and no value is empty or begins with a dash. Only the program knows which
    /// flags there are, and which of them take a value.
    ///
    /// - Parameter arguments: the arguments without the program's name. It is a slice, because code that is
    ///   generic across modules costs a start 180,000 instructions.
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
