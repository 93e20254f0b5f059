import Glibc
import PlainText

/// Standard error: sentences for the person in front of it.
enum Messages {
    /// Prints `breakdown: text` on a line.
    ///
    /// - Parameter text: a sentence; what a terminal would obey is spelt out.
    static func print(_ text: String) {
        write("breakdown: \(PlainText.line(text))\n")
    }

    /// Prints what the parser of arguments says, on as many lines as it takes.
    ///
    /// - Parameters:
    ///   - text: why the arguments are wrong, or help that was asked for.
    ///   - isError: whether it goes to standard error, else to standard output.
    static func printUsage(_ text: String, isError: Bool) {
        write(PlainText.lines(text) + "\n", to: isError ? STDERR_FILENO : STDOUT_FILENO)
    }

    private static func write(_ text: String, to descriptor: Int32 = STDERR_FILENO) {
        // Where messages cannot be written there is nobody to tell.
        _ = text.utf8CString.withUnsafeBytes {
            Glibc.write(descriptor, $0.baseAddress, $0.count - 1)
        }
    }
}
