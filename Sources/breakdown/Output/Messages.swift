import Glibc
import PlainText

/// Standard error: sentences for the person at the terminal.
enum Messages {
    /// Prints `breakdown: text` on one line.
    ///
    /// - Parameter text: a sentence; characters that a terminal would interpret are printed as
    ///   codes.
    static func print(_ text: String) {
        write("breakdown: \(PlainText.line(text))\n")
    }

    /// Prints the lines of the argument parser.
    ///
    /// - Parameters:
    ///   - text: why the arguments are wrong, or the requested help.
    ///   - isError: whether it goes to standard error; else to standard output.
    static func printUsage(_ text: String, isError: Bool) {
        write(PlainText.lines(text) + "\n", to: isError ? STDERR_FILENO : STDOUT_FILENO)
    }

    private static func write(_ text: String, to descriptor: Int32 = STDERR_FILENO) {
        // If messages cannot be written, there is no way to report it.
        _ = text.utf8CString.withUnsafeBytes {
            Glibc.write(descriptor, $0.baseAddress, $0.count - 1)
        }
    }
}
